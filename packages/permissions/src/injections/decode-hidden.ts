import type { TextSpan } from "@hermes/redaction";

/** What a passage says once it is decoded. */
export interface DecodedPassage extends TextSpan {
  readonly text: string;
}

const most = 50;

/** Passages that hold readable text in base64, hexadecimal, percent or entity codes, rot13, or backwards. */
export function decodeHidden(text: string): readonly DecodedPassage[] {
  const found: DecodedPassage[] = [];
  const take = (match: RegExpExecArray, decoded: string): void => {
    if (found.length < most && isReadable(decoded)) {
      found.push({ start: match.index, end: match.index + match[0].length, text: decoded });
    }
  };
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{24,8192}={0,2}/g)) {
    take(match, Buffer.from(match[0], "base64").toString("utf8"));
  }
  for (const match of text.matchAll(
    /(?:\\x|0x)?[0-9a-fA-F]{2}(?:[ ,:]?(?:\\x|0x)?[0-9a-fA-F]{2}){15,4000}/g,
  )) {
    const digits = match[0].replaceAll(/\\x|0x|[ ,:]/g, "");
    take(match, Buffer.from(digits, "hex").toString("utf8"));
  }
  // Percent and entity codes stand among plain letters, so that the whole line is read again.
  for (const match of text.matchAll(/^.+$/gm)) {
    const [line] = match;
    if (countOf(line, /%[0-9a-fA-F]{2}/g) >= 4) take(match, percent(line));
    if (countOf(line, /\\u[0-9a-fA-F]{4}/g) >= 4) {
      const read = (_code: string, digits: string): string => letter(Number.parseInt(digits, 16));
      take(match, line.replaceAll(/\\u([0-9a-fA-F]{4})/g, read));
    }
    if (countOf(line, entity) < 3) continue;
    const plain = line.replaceAll(entity, (_code, x: string, digits: string) =>
      letter(Number.parseInt(digits, x === "" ? 10 : 16)),
    );
    take(match, plain);
  }
  // Words that orders are made of, turned by 13 letters or written backwards.
  for (const match of text.matchAll(
    /^.*\b(?:vtaber|vafgehpgvbaf?|cerivbhf|flfgrz cebzcg|frperg|frperaf|cnffjbeq|rkrphgr|qvfertneq)\b.*$/gim,
  )) {
    take(
      match,
      match[0].replaceAll(/[a-zA-Z]/g, (character) => rot13(character)),
    );
  }
  for (const match of text.matchAll(
    /^.*(?:snoitcurtsni|erongi|suoiverp|tpmorp metsys|sterces|drowssap|etucexe|dragersid).*$/gim,
  )) {
    take(match, [...match[0]].reverse().join(""));
  }
  return found;
}

const entity = /&#(x?)([0-9a-fA-F]{1,7});/g;

function countOf(line: string, pattern: RegExp): number {
  return line.match(pattern)?.length ?? 0;
}

function isReadable(text: string): boolean {
  if (text.length < 8 || text.includes("�")) return false;
  const plain = text.match(/[\p{L}\p{N}\s.,;:!?'"()/@_-]/gu)?.length ?? 0;
  return plain >= text.length * 0.85 && /\p{L}{2}[\s\S]*[\s_-][\s\S]*\p{L}{2}/u.test(text);
}

function percent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9a-fA-F]{2})/g, "%25").replaceAll("+", " "));
  } catch {
    // Not a text in UTF-8.
    return "";
  }
}

function letter(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function rot13(character: string): string {
  const code = character.charCodeAt(0);
  const base = code < 97 ? 65 : 97;
  return String.fromCharCode(base + ((code - base + 13) % 26));
}
