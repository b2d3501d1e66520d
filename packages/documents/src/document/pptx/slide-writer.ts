import type { DocumentModel, RenderOptions } from "../document-model.ts";
import type { PptxText } from "./pptx-text.ts";

/** Of one document. */
export interface SlideWriter {
  readonly text: PptxText;
  readonly notes: DocumentModel["notes"];
  readonly pictures: RenderOptions["pictures"];
}
