import type { DocumentModel } from "./document-model.ts";

/** Fonts that come with Office on Windows and macOS. LibreOffice puts Noto and Droid fonts in their place. */
export interface OfficeFonts {
  /** It has Arabic and Hebrew as well. */
  readonly latin: string;
  readonly eastAsian: string;
  readonly code: string;
}

/** By the language of the document, or else by what is written in it: Chinese, Japanese and Korean differ in the same characters. */
export function officeFonts({ lang, ...rest }: DocumentModel): OfficeFonts {
  return { latin: "Arial", eastAsian: eastAsianFont(lang, JSON.stringify(rest)), code: "Courier New" };
}

function eastAsianFont(lang: string, text: string): string {
  if (/^zh-(?:tw|hk|hant)/i.test(lang)) return "Microsoft JhengHei";
  if (/^zh\b/i.test(lang)) return "Microsoft YaHei";
  if (/^ja\b/i.test(lang) || /[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return "Yu Gothic";
  if (/^ko\b/i.test(lang) || /\p{sc=Hangul}/u.test(text)) return "Malgun Gothic";
  return "Microsoft YaHei";
}

/** Whether a text has characters for the East Asian font. */
export function isEastAsian(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\p{sc=Bopomofo}]/u.test(text);
}
