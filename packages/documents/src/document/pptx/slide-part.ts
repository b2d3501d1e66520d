import type { Picture, Run, TableBlock } from "../document-model.ts";

/** A paragraph, or lines of code. */
export interface TextPart {
  readonly kind: "text";
  readonly runs: readonly Run[];
  readonly indent: number;
  readonly bullet: "none" | "dot" | number;
  readonly look: "body" | "heading" | "quote" | "code";
  readonly height: number;
}

/** What stands below another on a slide, with its height in inches. */
export type Part =
  | TextPart
  | { readonly kind: "table"; readonly table: TableBlock; readonly height: number }
  | { readonly kind: "image"; readonly source: string; readonly alt: string; readonly height: number };

/** What is between the margins of a slide, in inches. */
export const slideArea = { left: 0.8, width: 11.7, bottom: 6.9 } as const;

/** How large a picture is drawn, in inches: it leaves room for its caption. */
export function pictureInches(
  { width, height }: Picture,
  alt: string,
): { readonly w: number; readonly h: number; readonly caption: number } {
  const caption = alt === "" ? 0 : 0.4;
  const scale = Math.min(slideArea.width / width, (4.2 - caption) / height, 1 / 96);
  return { w: width * scale, h: height * scale, caption };
}

/** How much of a slide is below its title. */
export const roomInches = 5.3;

/** Wide characters, such as Chinese ones, take two places. */
export function lineCount(text: string, chars: number): number {
  return text
    .split("\n")
    .map((line) => {
      const wide = line.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/gu)?.length ?? 0;
      return Math.max(1, Math.ceil((line.length + wide) / Math.max(20, chars)));
    })
    .reduce((sum, lines) => sum + lines, 0);
}
