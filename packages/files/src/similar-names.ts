const maxNames = 5;
const minScore = 0.45;

/** Names that somebody may have meant, best first. */
export function similarNames(wanted: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, score: likeness(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}

function likeness(wanted: string, name: string): number {
  if (wanted === name) return 1;
  if (stemOf(wanted) === stemOf(name)) return 0.9;
  if (name.startsWith(wanted) || wanted.startsWith(name)) return 0.8;
  if (name.includes(stemOf(wanted)) || (stemOf(name).length > 2 && wanted.includes(stemOf(name)))) return 0.7;
  return sharedPairs(wanted, name);
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Dice coefficient over pairs of neighbouring characters. */
function sharedPairs(left: string, right: string): number {
  const pairs = new Set(pairsOf(left));
  const others = new Set(pairsOf(right));
  if (pairs.size + others.size === 0) return 0;
  const shared = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * shared) / (pairs.size + others.size);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
