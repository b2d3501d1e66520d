import type * as Docx from "docx";
import type { Block, DocumentModel, Rendered, RenderOptions } from "../document-model.ts";
import { officeFonts } from "../office-fonts.ts";
import { rewriteZip } from "../rewrite-zip.ts";
import { slidesOf } from "../slides-of.ts";
import { isRightToLeftLanguage } from "../text-direction.ts";
import { DocxBlocks } from "./docx-blocks.ts";
import { docxContents, docxHeader, docxSignature } from "./docx-header.ts";
import { docxLook, docxStyles } from "./docx-look.ts";
import { docxParagraph } from "./docx-runs.ts";
import type { DocxTools } from "./docx-runs.ts";

/** A Word document. */
export async function renderDocx(document: DocumentModel, options: RenderOptions): Promise<Rendered> {
  const docx = await import("docx");
  const { template } = options;
  const fonts = officeFonts(document);
  const tools: DocxTools = { docx, fonts, referred: new Set() };
  const blocks = new DocxBlocks(tools, options);
  const { page: size, margin } = docxLook(template);
  const { latin } = fonts;
  const font = { ascii: latin, hAnsi: latin, cs: latin, eastAsia: fonts.eastAsian };
  const children = [
    ...docxHeader(tools, document, template),
    ...(document.toc && template !== "letter" ? docxContents(tools, document, template) : []),
    ...blocks.write(template === "slides" ? onPages(document.blocks) : document.blocks),
    ...(template === "letter" ? docxSignature(tools, document) : []),
  ];
  const file = new docx.Document({
    title: document.title ?? "",
    creator: document.author ?? "",
    styles: docxStyles({ template, font, language: languageOf(document.lang) }),
    numbering: { config: blocks.numbering },
    footnotes: Object.fromEntries(
      document.notes.map((runs, index) => [index + 1, { children: [docxParagraph(tools, runs)] }]),
    ),
    ...(document.toc && {
      pageNumbers: (await import("docx/layout")).estimatePageNumbersWith({ guess: true }),
    }),
    sections: [
      {
        properties: { page: { size, margin: { top: margin, bottom: margin, left: margin, right: margin } } },
        footers: template === "letter" ? {} : { default: pageNumber(docx) },
        children,
      },
    ],
  });
  const bytes = new Uint8Array(await docx.Packer.toBuffer(file));
  if (!isRightToLeftLanguage(document.lang)) return { bytes, warnings: [] };
  return { bytes: rewriteZip(bytes, mirrorContents), warnings: [] };
}

/** Lines of contents begin where those of the text do; the library has no such style. */
function mirrorContents(name: string, text: string): string {
  if (name !== "word/styles.xml") return text;
  return text.replaceAll(/(<w:style [^>]*w:styleId="TOC\d"(?:(?!<\/w:style>).)*<w:pPr>)/gs, "$1<w:bidi/>");
}

/** Slides as pages. */
function onPages(blocks: readonly Block[]): readonly Block[] {
  return slidesOf(blocks).flatMap((slide): Block[] => [{ kind: "page-break" }, ...slide.blocks]);
}

function pageNumber({ AlignmentType, Footer, PageNumber, Paragraph, TextRun }: typeof Docx): Docx.Footer {
  const number = new TextRun({ children: [PageNumber.CURRENT], size: 18, color: "6E6E6E" });
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [number] })] });
}

/** Word keeps a language for each kind of script: a Chinese or Arabic one as `value` would be that of the Latin words. */
function languageOf(lang: string): NonNullable<Docx.IRunOptions["language"]> {
  if (isRightToLeftLanguage(lang)) return { bidirectional: lang };
  return /^(?:zh|ja|ko)\b/i.test(lang) ? { eastAsia: lang } : { value: lang };
}
