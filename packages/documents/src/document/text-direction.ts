import { plainText } from "./document-model.ts";
import type { Block, Run } from "./document-model.ts";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const rightToLeftLanguages = /^(?:ar|he|fa|ur|yi|ps|sd|ug|dv|ckb)\b/i;

/** Whether a text is written from right to left: its first letter decides, as in the Unicode bidirectional algorithm (P2). */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && rightToLeft.test(letter);
}

export function areRightToLeft(runs: readonly Run[]): boolean {
  return isRightToLeft(plainText(runs));
}

export function isRightToLeftLanguage(lang: string): boolean {
  return rightToLeftLanguages.test(lang);
}

/** The text a block begins with. */
export function firstText(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return plainText(block.runs);
    case "list":
      return block.items.map(({ blocks }) => blocks.map(firstText).join(" ")).join(" ");
    case "quote":
      return block.blocks.map(firstText).join(" ");
    case "table":
      return block.header.map(plainText).join(" ");
    default:
      return "";
  }
}
