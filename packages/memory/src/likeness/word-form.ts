import { stemmer } from "stemmer";
import { irregularForms } from "./word-lists.ts";

/** What all forms of a word have in common: "kept" and "keeps", "reachable" and "reaches", "fluently" and "fluent". */
export function createWordForm(): (word: string) => string {
  const bases = new Map(
    irregularForms.flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
  );
  return (word) =>
    stemmer(
      bases.get(word) ??
        word.replace(/(?<=\p{L}{4})[ai]ble$|(?<=\p{L}{5})ly$/u, "").replace(/(?<=^[^aeiou]{1,3})ies$/u, "y"),
    );
}
