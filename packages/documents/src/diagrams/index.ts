/** The tool `render_diagram`, and the page without a network that it draws in. */
export { createDiagramTool } from "./create-diagram-tool.ts";
export type { DiagramToolOptions } from "./create-diagram-tool.ts";
export type { DiagramFormat } from "./diagram.ts";
export { renderDiagram } from "./render-diagram.ts";
export type { RenderDiagramOptions, RenderedDiagram } from "./render-diagram.ts";
export type { CleanSvg } from "./svg/clean-svg.ts";
export type {
  DrawingPage,
  DrawingPageOptions,
  DrawingScreenshotOptions,
  WithDrawingPage,
} from "../page/drawing-page.ts";
