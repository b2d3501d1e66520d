/** The tool `canvas`: pages that an agent draws beside the chat. */
export { createCanvasTool, maxCanvasBytes } from "./create-canvas-tool.ts";
export type { CanvasElsewhere, CanvasToolOptions, DrawnPage } from "./create-canvas-tool.ts";
export { pictureOfCanvas } from "./picture-of-canvas.ts";
export type { PictureOfCanvasOptions } from "./picture-of-canvas.ts";
export type { CanvasFormat, CanvasPage, CanvasPages } from "./canvas-pages.ts";
