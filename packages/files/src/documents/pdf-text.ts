import type * as Unpdf from "unpdf";
import { loadReader } from "./load-reader.ts";

/** The text of a PDF, page by page. Pages that are pictures have none. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await loadReader<typeof Unpdf>("unpdf", "pdf");
  // The reader takes the bytes away from whoever gives them.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(document, { mergePages: false });
    return text.map((page, index) => `[page ${index + 1}]\n${page.trim()}\n`).join("\n");
  } finally {
    await document.loadingTask.destroy();
  }
}
