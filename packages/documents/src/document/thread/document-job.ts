import type { DocumentModel, Picture, Rendered, Template } from "../document-model.ts";

/** Formats that are made in the thread. Typst, which makes PDF, runs in a process of its own. */
export type ThreadFormat = "docx" | "pptx" | "html";

/** Of the document that was parsed before. */
export interface RenderJob {
  readonly kind: "render";
  readonly format: ThreadFormat;
  readonly template: Template;
  readonly pictures: ReadonlyMap<string, Picture>;
}

export type DocumentJob = { readonly kind: "parse"; readonly content: string } | RenderJob;

/** A failure loses its class on the way from one thread to another. */
export type DocumentJobAnswer =
  | { readonly kind: "parsed"; readonly document: DocumentModel }
  | { readonly kind: "rendered"; readonly rendered: Rendered }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly code: string;
      readonly hint: string | undefined;
    };
