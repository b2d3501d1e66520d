import { crc32 } from "node:zlib";

/** A ZIP archive of texts that are not packed. `claims` is what the list of files says of their size. */
export function zip(files: Readonly<Record<string, string>>, claims?: number): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(claims ?? data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const part = Buffer.concat([Buffer.from("PK\x03\x04"), facts, path, data]);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, place, path]));
    parts.push(part);
    at += part.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...list, Buffer.from("PK\x05\x06"), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006";
const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const sheets = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

function relationships(type: string, target: string): string {
  return `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/relationships/${type}" Target="${target}"/></Relationships>`;
}

const types = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`;

export function docx(paragraphs: readonly string[], claims?: number): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zip(
    {
      "[Content_Types].xml": types,
      "_rels/.rels": relationships("officeDocument", "word/document.xml"),
      "word/document.xml": `${xml}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    },
    claims,
  );
}

export function xlsx(name: string, rows: readonly (readonly (string | number)[])[]): Buffer {
  const cell = (value: string | number, row: number, column: number) => {
    const at = `${String.fromCodePoint(65 + column)}${row + 1}`;
    return typeof value === "number"
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const data = rows
    .map(
      (row, index) =>
        `<row r="${index + 1}">${row.map((value, column) => cell(value, index, column)).join("")}</row>`,
    )
    .join("");
  return zip({
    "[Content_Types].xml": types,
    "_rels/.rels": relationships("officeDocument", "xl/workbook.xml"),
    "xl/_rels/workbook.xml.rels": relationships("worksheet", "worksheets/sheet1.xml"),
    "xl/workbook.xml": `${xml}<workbook xmlns="${sheets}" xmlns:r="${office}/relationships"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="${sheets}"><sheetData>${data}</sheetData></worksheet>`,
    "xl/styles.xml": `${xml}<styleSheet xmlns="${sheets}"><cellXfs count="1"><xf/></cellXfs></styleSheet>`,
  });
}

const slideRelationships = (inner: string): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`;

/** A text box of paragraphs. */
export function shape(...paragraphs: readonly string[]): string {
  const body = paragraphs
    .map((text) => `<a:p><a:r><a:rPr lang="en"/><a:t>${text}</a:t></a:r></a:p>`)
    .join("");
  return `<p:sp><p:txBody>${body}</p:txBody></p:sp>`;
}

export function slide(...shapes: readonly string[]): string {
  return `${xml}<p:sld><p:cSld><p:spTree>${shapes.join("")}</p:spTree></p:cSld></p:sld>`;
}

export interface SlideParts {
  readonly xml: string;
  readonly notes?: string | undefined;
}

/** `order` counts from 1. */
export function pptx(slides: readonly SlideParts[], order: readonly number[], claims?: number): Buffer {
  const files: Record<string, string> = {
    "ppt/presentation.xml": `${xml}<p:presentation><p:sldIdLst>${order.map((number) => `<p:sldId id="${255 + number}" r:id="r${number}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": slideRelationships(
      slides
        .map(
          (_, index) =>
            `<Relationship Id="r${index + 1}" Type="${office}/relationships/slide" Target="${index % 2 === 0 ? "" : "/ppt/"}slides/slide${index + 1}.xml"/>`,
        )
        .join(""),
    ),
  };
  for (const [index, { xml: text, notes }] of slides.entries()) {
    files[`ppt/slides/slide${index + 1}.xml`] = text;
    if (notes === undefined) continue;
    files[`ppt/notesSlides/notesSlide${index + 1}.xml`] = notes;
    files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = slideRelationships(
      `<Relationship Target='../notesSlides/notesSlide${index + 1}.xml' Type="${office}/relationships/notesSlide" Id="r1"/>`,
    );
  }
  return zip(files, claims);
}

/** One page per text. The table of places is left out: readers look for the objects themselves then. */
export function pdf(pages: readonly string[]): Buffer {
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
