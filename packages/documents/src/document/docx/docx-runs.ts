import type * as Docx from "docx";
import type { Run } from "../document-model.ts";
import type { OfficeFonts } from "../office-fonts.ts";
import { areRightToLeft, isRightToLeft } from "../text-direction.ts";

/** What paragraphs are written with. */
export interface DocxTools {
  readonly docx: typeof Docx;
  readonly fonts: OfficeFonts;
  /** Footnotes that were referred to: Word has one reference to each. */
  readonly referred: Set<number>;
}

/** A paragraph of runs, in the direction of its first letter. */
export function docxParagraph(
  tools: DocxTools,
  runs: readonly Run[],
  more: Docx.IParagraphOptions = {},
): Docx.Paragraph {
  const children = runs.map((run) => docxRun(tools, run));
  return new tools.docx.Paragraph({ ...more, bidirectional: areRightToLeft(runs), children });
}

function docxRun(tools: DocxTools, run: Run): Docx.ParagraphChild {
  const { ExternalHyperlink, FootnoteReferenceRun, TextRun } = tools.docx;
  const { text, bold, italic, strike, code, link, note } = run;
  if (text === "\n") return new TextRun({ break: 1 });
  if (note !== undefined) {
    if (tools.referred.has(note)) return new TextRun({ text, superScript: true });
    tools.referred.add(note);
    return new FootnoteReferenceRun(note);
  }
  const child = new TextRun({
    text,
    rightToLeft: isRightToLeft(text),
    ...(bold === true && { bold: true, boldComplexScript: true }),
    ...(italic === true && { italics: true, italicsComplexScript: true }),
    ...(strike === true && { strike: true }),
    ...(code === true && { font: codeFont(tools.fonts), shading: { fill: "F0F2F5" } }),
    ...(link !== undefined && { style: "Hyperlink" }),
  });
  return link === undefined ? child : new ExternalHyperlink({ link, children: [child] });
}

export function codeFont({ code, eastAsian }: OfficeFonts): Docx.IFontAttributesProperties {
  return { ascii: code, hAnsi: code, cs: code, eastAsia: eastAsian };
}
