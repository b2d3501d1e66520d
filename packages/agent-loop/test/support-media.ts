import type { FilePart } from "@hermes/models";

/** A file whose bytes are here. */
export type DataFile = Extract<FilePart, { readonly data: string }>;

/** One page per text. The table of places is left out: readers look for the objects themselves then. */
function pdf(pages: readonly string[]): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`);
}

export function pdfPart(...pages: readonly string[]): DataFile {
  return {
    type: "file",
    mediaType: "application/pdf",
    name: "report.pdf",
    data: pdf(pages).toString("base64"),
  };
}

export function textFile(text: string, mediaType = "text/csv"): DataFile {
  return { type: "file", mediaType, name: "data.csv", data: Buffer.from(text).toString("base64") };
}
