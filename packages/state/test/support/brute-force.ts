/**
 * What search should find, written a second time and as simply as can be: no index, no shared code. Words are equal when
 * their folded forms are; other scripts and identifiers are found by any part.
 */
export type Wanted =
  | { readonly kind: "word" | "prefix" | "part" | "identifier"; readonly text: string }
  | { readonly kind: "phrase"; readonly words: readonly string[] }
  | { readonly kind: "and" | "or" | "not"; readonly left: Wanted; readonly right: Wanted };

export const foldSimply: (text: string) => string = remembered((text) =>
  text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\u0300-\u036F\u064B-\u0652\u0670\u0640\uFE0E\uFE0F]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ς", "σ"),
);

const words = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}0-9]+/gu;

export const wordsSimply: (text: string) => readonly string[] = remembered(
  (text) => foldSimply(text).match(words) ?? [],
);

/** The words inside names such as `parseHttpRequest`. */
const humpsSimply = remembered((text): readonly (readonly string[])[] => {
  const names = text.normalize("NFKC").match(/[A-Za-z0-9_$@~./\\:-]+/g) ?? [];
  return names
    .filter((name) => /[a-z0-9][A-Z]/.test(name))
    .map((name) => wordsSimply(name.replace(/([a-z0-9])([A-Z])/g, "$1 $2")));
});

/** The same texts are asked about for every query. */
function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = work(text);
    results.set(text, result);
    return result;
  };
}

export function holds(text: string, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case "and":
      return holds(text, wanted.left) && holds(text, wanted.right);
    case "or":
      return holds(text, wanted.left) || holds(text, wanted.right);
    case "not":
      return holds(text, wanted.left) && !holds(text, wanted.right);
    case "part":
    case "identifier":
      return foldSimply(text).includes(foldSimply(wanted.text));
    default:
      return [wordsSimply(text), ...humpsSimply(text)].some((each) => holdsWords(each, wanted));
  }
}

function holdsWords(each: readonly string[], wanted: Wanted): boolean {
  if (wanted.kind === "word") return each.includes(foldSimply(wanted.text));
  if (wanted.kind === "prefix") return each.some((word) => word.startsWith(foldSimply(wanted.text)));
  if (wanted.kind !== "phrase") return false;
  const phrase = wanted.words.map(foldSimply);
  return each.some((_, start) => phrase.every((word, index) => each[start + index] === word));
}

/** The query that a person would type. */
export function toQuery(wanted: Wanted): string {
  switch (wanted.kind) {
    case "word":
    case "part":
    case "identifier":
      return wanted.text;
    case "prefix":
      return `${wanted.text}*`;
    case "phrase":
      return `"${wanted.words.join(" ")}"`;
    case "and":
      return `${toQuery(wanted.left)} ${toQuery(wanted.right)}`;
    case "or":
      return `(${toQuery(wanted.left)} OR ${toQuery(wanted.right)})`;
    case "not":
      return `${toQuery(wanted.left)} NOT ${toQuery(wanted.right)}`;
  }
}
