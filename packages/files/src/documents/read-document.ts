import { posix } from "node:path";
import type { ToolError } from "@hermes/registry";
import { HermesError, toolError } from "@hermes/registry";
import { notebookText } from "./notebook-text.ts";
import { unpackedSize } from "./unpacked-size.ts";

export type DocumentKind = "docx" | "xlsx" | "pptx" | "pdf" | "ipynb";

export type ReadDocumentResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: ToolError };

/** What a document unpacks to at most; beyond it is an archive made to fill memory. */
const maxUnpackedBytes = 200_000_000;

/** Which kind of document the bytes of a file are, by name and first bytes. Undefined: none. */
export function documentKind(path: string, bytes: Uint8Array): DocumentKind | undefined {
  const name = posix.extname(path).toLowerCase();
  const begins = (text: string) => Buffer.from(bytes.subarray(0, text.length)).toString("latin1") === text;
  if (name === ".ipynb") return "ipynb";
  if (begins("%PDF-")) return "pdf";
  if (name === ".docx" && begins("PK")) return "docx";
  if (name === ".xlsx" && begins("PK")) return "xlsx";
  if (name === ".pptx" && begins("PK")) return "pptx";
  return undefined;
}

/** The text of a document. The library that reads it is loaded now; a missing one is an answer that says what to install. */
export async function readDocument(
  path: string,
  bytes: Uint8Array,
  kind: DocumentKind,
): Promise<ReadDocumentResult> {
  try {
    if ((kind === "docx" || kind === "xlsx") && unpackedSize(bytes) > maxUnpackedBytes)
      return {
        ok: false,
        error: toolError(`${path} unpacks to more than ${maxUnpackedBytes / 1e6} MB; it is not read.`),
      };
    return { ok: true, text: await readers[kind](bytes) };
  } catch (error) {
    if (HermesError.is(error)) return { ok: false, error: toolError(error.message, { hint: error.hint }) };
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, error: toolError(`${path} can't be read as ${kind}: ${reason}`) };
  }
}

const readers: Readonly<Record<DocumentKind, (bytes: Uint8Array) => Promise<string>>> = {
  ipynb: (bytes) => Promise.resolve(notebookText(new TextDecoder().decode(bytes))),
  docx: async (bytes) => (await import("./office-text.ts")).docxText(bytes),
  xlsx: async (bytes) => (await import("./office-text.ts")).xlsxText(bytes),
  pptx: async (bytes) => (await import("./pptx-text.ts")).pptxText(bytes),
  pdf: async (bytes) => (await import("./pdf-text.ts")).pdfText(bytes),
};
