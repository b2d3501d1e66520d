import type { getDocumentProxy } from "unpdf";
import type { Extraction } from "./extraction.ts";

export interface PdfOptions {
  /** Characters after which the rest of the pages is left out. */
  readonly maxChars: number;
  /** When to stop reading pages, on the clock of `performance.now()`. */
  readonly endAt: number;
}

/** The text of a PDF, each page under a mark. */
export async function extractPdf(bytes: Uint8Array, { maxChars, endAt }: PdfOptions): Promise<Extraction> {
  const unpdf = await import("unpdf").catch(() => undefined);
  if (unpdf === undefined)
    throw new Error("It is a PDF, and the package that reads them is missing. Install it: npm install unpdf");
  const document = await unpdf.getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : "";
    throw new Error(
      name === "PasswordException"
        ? "The PDF is locked with a password."
        : "The PDF is damaged and can't be read.",
    );
  });
  const { info } = await unpdf
    .getMeta(document)
    .catch(() => ({ info: {} as Readonly<Record<string, unknown>> }));
  const notes: string[] = [];
  let text = "";
  let hasText = false;
  for (let number = 1; number <= document.numPages; number += 1) {
    if (text.length > maxChars || performance.now() > endAt) {
      notes.push(`Only pages 1 to ${number - 1} of ${document.numPages} were read.`);
      break;
    }
    const page = await pageText(document, number);
    hasText ||= page !== "";
    text += `${text === "" ? "" : "\n\n"}## Page ${number} of ${document.numPages}\n\n${page}`;
  }
  if (!hasText) notes.push("The PDF has no text: its pages may be pictures.");
  return { kind: "pdf", text, title: fact(info["Title"]), byline: fact(info["Author"]), links: [], notes };
}

async function pageText(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
  number: number,
): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
    page.cleanup();
    return text.trim();
  } catch {
    return "(This page can't be read.)";
  }
}

function fact(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 300) : undefined;
}
