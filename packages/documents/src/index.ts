/** The tool `make_document`: Markdown as PDF, Word, slides or HTML. */
export { createDocumentTool } from "./document/create-document-tool.ts";
export type {
  DocumentFiles,
  DocumentPathPolicy,
  DocumentToolOptions,
} from "./document/create-document-tool.ts";
export type { DrawDiagram } from "./document/draw-diagrams.ts";
