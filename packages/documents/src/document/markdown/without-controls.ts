/** XML has no place for control characters, and lone halves of characters can't be written as UTF-8. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\r\t]/gu, "").replaceAll(/[\uFFFE\uFFFF]|\p{Cs}/gu, "");
}
