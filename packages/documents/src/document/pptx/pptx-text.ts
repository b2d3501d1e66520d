import type { default as Module } from "pptxgenjs";
import type { Run } from "../document-model.ts";
import { isEastAsian } from "../office-fonts.ts";
import type { OfficeFonts } from "../office-fonts.ts";
import { areRightToLeft, isRightToLeft, isRightToLeftLanguage } from "../text-direction.ts";
import type { TextPart } from "./slide-part.ts";

export const accent = "1F4E79";
export const muted = "57606A";
const sizes = { body: 18, heading: 20, quote: 18, code: 13 } as const;

/** Of the whole document: what the text of every slide is written with. */
export interface PptxText {
  readonly lang: string;
  readonly fonts: OfficeFonts;
}

/** Side and direction of a paragraph. */
export function directionOf(runs: readonly Run[]): Module.default.TextPropsOptions {
  const rtlMode = areRightToLeft(runs);
  return { rtlMode, align: rtlMode ? "right" : "left" };
}

/** Runs of one look, such as those of a title. */
export function plainProps(
  text: PptxText,
  runs: readonly Run[],
  more: Module.default.TextPropsOptions = {},
): Module.default.TextProps[] {
  return runs.map((run) => ({
    text: run.text === "\n" ? "" : run.text,
    options: {
      ...more,
      ...lookOf(text, run),
      ...(run.text === "\n" && { softBreakBefore: true }),
    },
  }));
}

/** A paragraph of a slide. */
export function partProps(
  text: PptxText,
  { runs, indent, bullet, look }: TextPart,
): Module.default.TextProps[] {
  const kept = runs.length === 0 ? [{ text: " " }] : runs;
  const props = plainProps(text, kept, {
    ...(look === "code" ? { align: "left", rtlMode: false } : directionOf(runs)),
    fontSize: sizes[look],
    paraSpaceAfter: 6,
    ...(look === "heading" && { bold: true, color: accent }),
    ...(look === "quote" && { italic: true, color: muted }),
    ...(bullet !== "none" && { indentLevel: Math.min(8, indent) }),
    ...(bullet === "dot" && { bullet: true }),
    ...(typeof bullet === "number" && { bullet: { type: "number", numberStartAt: bullet } }),
  });
  return props.map((each, index) =>
    index === props.length - 1 ? { ...each, options: { ...each.options, breakLine: true } } : each,
  );
}

function lookOf(
  { lang, fonts }: PptxText,
  { text, bold, italic, strike, code, link, note }: Run,
): Module.default.TextPropsOptions {
  // pptxgenjs gives one font to all scripts of a run.
  const fontFace = isEastAsian(text) ? fonts.eastAsian : code === true ? fonts.code : fonts.latin;
  return {
    lang: languageOf(text, lang),
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(strike === true && { strike: "sngStrike" }),
    fontFace,
    ...(link !== undefined && { hyperlink: { url: link } }),
    ...(note !== undefined && { superscript: true }),
  };
}

/** Latin words of a Chinese document are no Chinese: spelling and line breaks go by it. */
function languageOf(text: string, lang: string): string {
  const isEastAsianLanguage = /^(?:zh|ja|ko)\b/i.test(lang);
  if (isEastAsian(text)) return isEastAsianLanguage ? lang : "zh-CN";
  if (isRightToLeft(text)) return isRightToLeftLanguage(lang) ? lang : "ar-SA";
  return isEastAsianLanguage || isRightToLeftLanguage(lang) ? "en-US" : lang;
}
