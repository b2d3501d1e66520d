/**
 * Pictures as models take them. Speech is `@hermes/media/speech`, and the tools for pictures are `@hermes/media/images`: they bring
 * more along.
 */
export { fitImage } from "./images/fit-image.ts";
export type { FitImageOptions, FittedImage } from "./images/fit-image.ts";
export { imageLimits } from "./images/image-limits.ts";
export type { ImageLimits } from "./images/image-limits.ts";
export { imageKindOf, mediaTypes } from "./images/image-type.ts";
export type { ImageKind } from "./images/image-type.ts";
