import { HermesError } from "@hermes/registry";
import type * as Unpdf from "unpdf";
import type { DocumentReader } from "./document-reader.ts";
import { bytesOf } from "./media-bytes.ts";

/** Files that are text, whatever their type is called. */
const textTypes =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|x-sh|sql|x-ndjson)$)/;

/**
 * Reads files whose bytes are here: text in UTF-8, and PDF where the package `unpdf` is installed.
 *
 * @throws {HermesError} `DOCUMENT_READER_MISSING` for a PDF without it.
 * @throws what `unpdf` throws of a PDF that is damaged, or locked with a password.
 */
export const readDocument: DocumentReader = async (file, { signal }) => {
  if (file.data === undefined) return undefined;
  const bytes = bytesOf(file.data);
  if (textTypes.test(file.mediaType)) return decoded(bytes);
  return file.mediaType === "application/pdf" ? await pdfText(bytes, signal) : undefined;
};

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // It says that it is text, and is not.
    return undefined;
  }
}

/** Page by page. Undefined: every page is a picture. */
async function pdfText(bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
  const { extractText, getDocumentProxy } = await loadUnpdf();
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    signal.throwIfAborted();
    const { text } = await extractText(document, { mergePages: false });
    if (text.every((page) => page.trim() === "")) return undefined;
    return text.map((page, index) => `[page ${index + 1}]\n${page.trim()}\n`).join("\n");
  } finally {
    await document.loadingTask.destroy();
  }
}

/** A variable, so that no bundler looks for a package that not everybody has. */
const unpdf = "unpdf";

async function loadUnpdf(): Promise<typeof Unpdf> {
  try {
    // Whoever imports a module by a variable has to say what it is.
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ unpdf)) as typeof Unpdf;
  } catch (cause) {
    throw new HermesError("The text of a PDF is read by the package unpdf, which is not installed.", {
      code: "DOCUMENT_READER_MISSING",
      hint: "Install it: npm install unpdf. Or give the option documents, or a model that takes PDFs.",
      cause,
    });
  }
}
