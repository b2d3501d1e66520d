import { plainPage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";
import { words } from "./words.ts";
import type { Language } from "./words.ts";

/** Where the encoding is named, and whether that is right. */
type Label = "header" | "meta" | "none" | "wrong header";

const cases: readonly (readonly [encoding: string, language: Language, label: Label])[] = [
  ["utf-8", "ru", "header"],
  ["utf-8", "ja", "meta"],
  ["utf-8", "de", "none"],
  ["utf-8", "de", "wrong header"],
  ["utf-8", "zh", "wrong header"],
  ["windows-1252", "de", "header"],
  ["windows-1252", "de", "meta"],
  ["windows-1252", "de", "none"],
  ["windows-1252", "de", "wrong header"],
  ["iso-8859-15", "de", "header"],
  ["iso-8859-7", "el", "meta"],
  ["windows-1251", "ru", "header"],
  ["windows-1251", "ru", "meta"],
  ["koi8-r", "ru", "header"],
  ["koi8-r", "ru", "meta"],
  ["shift_jis", "ja", "header"],
  ["shift_jis", "ja", "meta"],
  ["euc-jp", "ja", "meta"],
  ["gb18030", "zh", "header"],
  ["gb18030", "zh", "meta"],
  ["big5", "zh", "none"],
  ["utf-16le", "ru", "none"],
  ["utf-16be", "ja", "none"],
];

export function charsetPages(): readonly SitePage[] {
  const encode = createEncoder();
  return cases.map(([encoding, language, label], index) => {
    const text = words(4_000 + index, language);
    const main = Array.from({ length: 4 }, () => text.paragraph()).flat();
    const meta = label === "meta" ? `<meta charset="${encoding}">` : "";
    const html = `<html><head>${meta}<title>Page</title></head><body><h1>Heading</h1><p>${main.join("</p><p>")}</p></body></html>`;
    const named = label === "header" ? `; charset=${encoding}` : "";
    // Servers that name one encoding for all they have.
    const wrong = encoding === "utf-8" ? "; charset=iso-8859-1" : "; charset=utf-8";
    // Big5 that nobody names can't be told from what it is not.
    const known = !(encoding === "big5" && label === "none");
    return plainPage({
      path: `/charset/${index}`,
      shape: "charset",
      body: encode(html, encoding),
      type: `text/html${label === "wrong header" ? wrong : named}`,
      main: known ? main.filter((sentence) => !encode(sentence, encoding).includes(0x3f)) : [],
    });
  });
}

/** Writes text in encodings that Node can only read: their decoders, the other way round. What one does not have becomes "?". */
export function createEncoder(): (text: string, encoding: string) => Uint8Array {
  const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();
  return (text, encoding) => {
    if (encoding === "utf-8") return new TextEncoder().encode(text);
    if (encoding === "utf-16le" || encoding === "utf-16be") {
      const little = Buffer.from(`\uFEFF${text}`, "utf16le");
      return encoding === "utf-16le" ? little : little.swap16();
    }
    const table = tables.get(encoding) ?? tableOf(encoding);
    tables.set(encoding, table);
    return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]));
  };
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const enter = (bytes: readonly number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) enter([byte]);
  if (/jis|gb|big5|euc/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) enter([lead, trail]);
  return table;
}
