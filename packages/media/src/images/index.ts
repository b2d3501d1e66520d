/** Pictures, made such that a model takes them. */
export { fitImage } from "./fit-image.ts";
export type { FitImageOptions, FittedImage } from "./fit-image.ts";
export { imageLimits } from "./image-limits.ts";
export type { ImageLimits } from "./image-limits.ts";
export { imageKindOf, mediaTypes } from "./image-type.ts";
export type { ImageKind } from "./image-type.ts";
export { falImages } from "./make/fal-images.ts";
export { openaiImages } from "./make/openai-images.ts";
export type { AspectRatio, ImageMaker, ImageMakerOptions, ImageOrder } from "./make/image-maker.ts";
export { readLimited } from "./picture-fetch.ts";
export type { PictureFetch } from "./picture-fetch.ts";
export { createImageGenerateTool } from "../tools/create-image-generate-tool.ts";
export type { ImageGenerateToolOptions, KeptPicture } from "../tools/create-image-generate-tool.ts";
export { createVisionAnalyzeTool } from "../tools/create-vision-tool.ts";
export type { PictureBytes, VisionToolOptions } from "../tools/create-vision-tool.ts";
