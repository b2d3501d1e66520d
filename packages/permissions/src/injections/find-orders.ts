import { actionRules } from "./action-rules.ts";
import { addressRules } from "./address-rules.ts";
import { authorityRules } from "./authority-rules.ts";
import { createOrderPattern } from "./order-pattern.ts";
import type { OrderPattern } from "./order-pattern.ts";
import { foreign, forPeople } from "./order-rule.ts";
import type { OrderRule } from "./order-rule.ts";
import { joinSentences, readSentences } from "./read-sentences.ts";
import type { Sentence } from "./read-sentences.ts";
import type { FoundOrder } from "./found-order.ts";
import { secrecyRules } from "./secrecy-rules.ts";
import type { TextSurface } from "./text-surface.ts";
import { wordClasses } from "./word-classes.ts";
import { isNegated, isToldOf } from "./told-of.ts";

interface ReadyPattern {
  readonly rule: OrderRule;
  readonly pattern: OrderPattern;
  /** The number of its rule and its own, for sentences that have been asked already. */
  readonly number: number;
}

/** Patterns by what they can't do without, so that most sentences are tried against few. */
interface PatternIndex {
  readonly byClass: readonly (readonly ReadyPattern[])[];
  readonly byName: ReadonlyMap<string, readonly ReadyPattern[]>;
  readonly count: number;
}

// Patterns take time to read and hold no state between two uses.
const indexes = new Map<TextSurface, PatternIndex>();

function indexFor(surface: TextSurface): PatternIndex {
  const known = indexes.get(surface);
  if (known !== undefined) return known;
  const byClass: ReadyPattern[][] = Array.from({ length: 31 }, () => []);
  const byName = new Map<string, ReadyPattern[]>();
  let number = 0;
  for (const rule of [...authorityRules, ...secrecyRules, ...actionRules, ...addressRules]) {
    if (rule.only?.includes(surface) === false) continue;
    for (const source of rule.patterns) {
      const pattern = createOrderPattern(source);
      const ready = { rule, pattern, number: number++ };
      for (let bit = 0; bit < 31; bit++) {
        if ((pattern.key.bits & (1 << bit)) !== 0) byClass[bit]?.push(ready);
      }
      for (const name of pattern.key.named) {
        const others = byName.get(name);
        if (others === undefined) byName.set(name, [ready]);
        else others.push(ready);
      }
    }
  }
  const index = { byClass, byName, count: number };
  indexes.set(surface, index);
  return index;
}

/** Orders to an agent, by how their sentences are built. For text in lower case. */
export function findOrders(text: string, surface: TextSurface): readonly FoundOrder[] {
  const index = indexFor(surface);
  const sentences = readSentences(text);
  const asked = new Int32Array(index.count).fill(-1);
  const found: FoundOrder[] = [];
  for (const [at, sentence] of sentences.entries()) {
    found.push(...findIn({ text, surface, index, asked, at, wide: false }, sentence));
    const next = sentences[at + 1];
    if (next === undefined || !foreign.includes(surface)) continue;
    const place = { text, surface, index, asked, at: at + sentences.length, wide: true };
    found.push(...findIn(place, joinSentences(sentence, next)));
  }
  return found;
}

const addressedBits = wordClasses.AGENT | wordClasses.SECRET;

interface Place {
  readonly text: string;
  readonly surface: TextSurface;
  readonly index: PatternIndex;
  /** For each pattern, the sentence that it was tried on last. */
  readonly asked: Int32Array;
  readonly at: number;
  readonly wide: boolean;
}

/** At most one order of each kind. */
function findIn(place: Place, sentence: Sentence): readonly FoundOrder[] {
  const found: FoundOrder[] = [];
  const { byClass, byName } = place.index;
  for (let bit = 0; bit < 31; bit++) {
    if ((sentence.all & (1 << bit)) !== 0) tryAll(place, sentence, byClass[bit] ?? [], found);
  }
  for (const name of sentence.names) tryAll(place, sentence, byName.get(name) ?? [], found);
  return found;
}

function tryAll(
  { text, surface, asked, at, wide }: Place,
  sentence: Sentence,
  patterns: readonly ReadyPattern[],
  found: FoundOrder[],
): void {
  for (const { rule, pattern, number } of patterns) {
    if (asked[number] === at || (wide && rule.wide !== true)) continue;
    asked[number] = at;
    const match = pattern.find(sentence);
    if (match === undefined || found.some(({ id }) => id === rule.id)) continue;
    if (rule.addressed === true && forPeople.has(surface) && (sentence.all & addressedBits) === 0) continue;
    const start = sentence.starts[match.first] ?? 0;
    const end = (sentence.starts[match.last] ?? 0) + (sentence.words[match.last]?.length ?? 1);
    if (rule.negatable !== false && isNegated(text, start)) continue;
    if (isToldOf(text, start, end)) continue;
    found.push({ id: rule.id, reason: rule.reason, start, end });
  }
}
