import type { DocumentModel, Rendered, RenderOptions } from "./document-model.ts";
import type { DocumentThread } from "./thread/document-thread.ts";

export type DocumentFormat = "pdf" | "docx" | "pptx" | "html";

/** The document as a file of one format. `thread` parsed it. */
export async function renderDocument(
  document: DocumentModel,
  options: RenderOptions & { readonly format: DocumentFormat; readonly thread: DocumentThread },
): Promise<Rendered> {
  const { format, template, pictures, thread } = options;
  if (format !== "pdf") return await thread.render({ format, template, pictures });
  return await (await import("./typst/render-pdf.ts")).renderPdf(document, options);
}
