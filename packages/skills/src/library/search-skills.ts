import type { Skill } from "./skill.ts";

/** What a search looks at. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly string[];
}

/** Skills that match the words of a query, best first: by name, then tags and category, then description. */
export function searchSkills(skills: readonly Skill[], query: string): readonly Skill[] {
  return bestMatches(skills, query, (skill) => ({
    ...skill,
    labels: [skill.category, ...skill.fields.tags],
  }));
}

export function bestMatches<Item>(
  items: readonly Item[],
  query: string,
  look: (item: Item) => Searchable,
): readonly Item[] {
  const words = wordsOf(query);
  if (words.length === 0) return items;
  return items
    .map((item) => ({ item, seen: look(item) }))
    .map(({ item, seen }) => ({ item, name: seen.name, score: scoreOf(seen, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ item }) => item);
}

function scoreOf(seen: Searchable, words: readonly string[]): number {
  const name = seen.name.toLowerCase();
  const labels = seen.labels.join(" ").toLowerCase();
  const description = seen.description.toLowerCase();
  const scores = words.map((word) => {
    // A plural finds its singular, and "deploying" finds "deploy".
    const stem = word.length > 4 ? word.replace(/(?:ing|es|s)$/, "") : word;
    if (name.split(/[-_.]/).includes(word)) return 8;
    if (name.includes(stem)) return 6;
    if (labels.includes(stem)) return 4;
    return description.includes(stem) ? 2 : 0;
  });
  const hits = scores.filter((score) => score > 0).length;
  return hits === 0 ? 0 : scores.reduce<number>((sum, score) => sum + score, 0) * (hits / words.length);
}

const small: ReadonlySet<string> = new Set("a an the of to for in on and or with how do i my is".split(" "));

function wordsOf(query: string): readonly string[] {
  return [...query.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu)]
    .map(([word]) => word)
    .filter((word) => !small.has(word));
}
