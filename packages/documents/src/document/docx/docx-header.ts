import type * as Docx from "docx";
import { contentsTitle } from "../contents-title.ts";
import type { DocumentModel, Template } from "../document-model.ts";
import { letterParts } from "../letter-parts.ts";
import { isRightToLeft, isRightToLeftLanguage } from "../text-direction.ts";
import type { DocxChild } from "./docx-blocks.ts";
import { colors, docxLook } from "./docx-look.ts";
import { docxParagraph } from "./docx-runs.ts";
import type { DocxTools } from "./docx-runs.ts";

/** What stands above the text: the title with its byline, or the head of a letter. */
export function docxHeader(tools: DocxTools, document: DocumentModel, template: Template): DocxChild[] {
  if (template === "letter") return letterHeader(tools, document);
  const { BorderStyle, HeadingLevel } = tools.docx;
  const { title, author, date } = document;
  const byline = [author, date].filter((each) => each !== undefined).join(" · ");
  const bottom = { style: BorderStyle.SINGLE, size: 8, color: colors.accent, space: 6 };
  const last = { border: { bottom }, spacing: { after: 280 } };
  return [
    ...(title === undefined
      ? []
      : [
          docxParagraph(tools, [{ text: title }], {
            heading: HeadingLevel.TITLE,
            ...(byline === "" && last),
          }),
        ]),
    ...(byline === "" ? [] : [plainParagraph(tools, byline, last, colors.muted)]),
  ];
}

/** Filled in with the pages it reckons, so that Word has no question when it opens the file. */
export function docxContents(
  tools: DocxTools,
  { lang, blocks }: DocumentModel,
  template: Template,
): DocxChild[] {
  if (!blocks.some(({ kind }) => kind === "heading")) return [];
  const { Paragraph, TableOfContents } = tools.docx;
  const size = Math.round(docxLook(template).textSize * 1.3);
  const run = { bold: true, boldComplexScript: true, color: colors.accent, size };
  const text = contentsTitle(lang);
  const rightToLeft = isRightToLeft(text);
  const children = [new tools.docx.TextRun({ text, rightToLeft, ...run })];
  return [
    new Paragraph({ children, bidirectional: rightToLeft, keepNext: true }),
    new TableOfContents(text, { hyperlink: true, headingStyleRange: "1-3" }),
    // The text of a report begins on a page of its own, as in a PDF.
    new Paragraph({
      pageBreakBefore: template === "report",
      spacing: { after: 0, line: 20, lineRule: "exact" },
      children: [],
    }),
  ];
}

function letterHeader(tools: DocxTools, document: DocumentModel): DocxChild[] {
  const { sender, recipient, date, subject } = letterParts(document);
  const isMirrored = isRightToLeftLanguage(document.lang);
  return [
    ...lines(tools, sender, { alignment: endOf(tools, sender, isMirrored) }, 480),
    ...lines(tools, recipient, {}, 480),
    ...lines(tools, date, { alignment: endOf(tools, date, isMirrored) }, 360),
    ...subject.map((text) => docxParagraph(tools, [{ text, bold: true }], { spacing: { after: 240 } })),
  ];
}

/** Room for a hand, and the name below it. */
export function docxSignature(tools: DocxTools, document: DocumentModel): DocxChild[] {
  return letterParts(document).signature.map((text, index) =>
    plainParagraph(tools, text, { spacing: { before: index === 0 ? 900 : 0, after: 0 }, keepLines: true }),
  );
}

/** The side where lines of the document end. */
function endOf(
  { docx }: DocxTools,
  texts: readonly string[],
  isMirrored: boolean,
): (typeof Docx.AlignmentType)["START" | "END"] {
  const isSameDirection = isMirrored === isRightToLeft(texts[0] ?? "");
  return isSameDirection ? docx.AlignmentType.END : docx.AlignmentType.START;
}

function lines(
  tools: DocxTools,
  texts: readonly string[],
  more: Docx.IParagraphOptions,
  after: number,
): DocxChild[] {
  return texts.map((text, index) =>
    plainParagraph(tools, text, { ...more, spacing: { after: index === texts.length - 1 ? after : 0 } }),
  );
}

function plainParagraph(
  { docx }: DocxTools,
  text: string,
  more: Docx.IParagraphOptions,
  color?: string,
): Docx.Paragraph {
  const rightToLeft = isRightToLeft(text);
  const run = new docx.TextRun({ text, rightToLeft, ...(color !== undefined && { color }) });
  return new docx.Paragraph({ ...more, bidirectional: rightToLeft, children: [run] });
}
