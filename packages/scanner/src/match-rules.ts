import { decodePassages, readAsSeen } from "./readable-text.ts";
import { lessThan, moreThan } from "./rule.ts";
import type { Rule, RuleSeverity, TextSurface } from "./rule.ts";
import { exfiltrationRules } from "./rules/exfiltration.ts";
import { hiddenTextRules } from "./rules/hidden-text.ts";
import { programRules } from "./rules/programs.ts";
import { promptInjectionRules } from "./rules/prompt-injection.ts";
import { storedSecretRules } from "./rules/stored-secrets.ts";
import { readRegions } from "./text-regions.ts";
import type { Region, TextRegions } from "./text-regions.ts";

/** A passage that a rule speaks against, as offsets in UTF-16 units of the text. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly severity: RuleSeverity;
  readonly start: number;
  readonly end: number;
  /** That of its start, counted from 1. */
  readonly line: number;
  /** How it was hidden, where it was. */
  readonly hidden: "markup" | "spelling" | "encoding" | undefined;
}

export interface MatchOptions {
  readonly surface: TextSurface;
  /** Whether the text is run, and not read. */
  readonly isProgram?: boolean | undefined;
}

/** All rules, in the order of their pages. */
export const allRules: readonly Rule[] = [
  ...hiddenTextRules,
  ...promptInjectionRules,
  ...programRules,
  ...exfiltrationRules,
  ...storedSecretRules,
];

/** A rule that finds more in one text is shown with that many. */
const maxMatches = 200;

/** Where the rules of a surface match, in the order of the text. Never throws; takes time in proportion to the text. */
export function matchRules(text: string, options: MatchOptions): readonly RuleMatch[] {
  const found = [...matchCharacters(text, options), ...matchMeaning(text, options)];
  for (const passage of decodePassages(text)) {
    const inside = matchMeaning(passage.text, { ...options, isDecoded: true }).filter(
      ({ severity }) => severity !== "note",
    );
    found.push(
      ...inside.map(({ rule, severity }): FoundMatch => {
        const { start, end } = passage;
        return { rule, severity: moreThan(severity), start, end, hidden: "encoding" };
      }),
    );
  }
  return withLines(text, found);
}

/** In the order of the text, so that its lines are counted once. */
function withLines(text: string, found: readonly FoundMatch[]): readonly RuleMatch[] {
  let line = 1;
  let next = text.indexOf("\n");
  return found
    .toSorted((left, right) => left.start - right.start)
    .map((match) => {
      for (; next !== -1 && next < match.start; next = text.indexOf("\n", next + 1)) line++;
      return { ...match, line };
    });
}

type FoundMatch = Omit<RuleMatch, "line">;

function matchCharacters(text: string, { surface }: MatchOptions): FoundMatch[] {
  // The first mark of a file names its encoding.
  const body = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  // oxlint-disable-next-line no-control-regex -- no rule for characters looks for printable ASCII alone
  if (!/[^\t\n\r\u0020-\u007e]/.test(body)) return [];
  return allRules
    .filter(({ kind, surfaces }) => kind === "characters" && surfaces.includes(surface))
    .flatMap((rule) =>
      matchesOf(rule, body).map(({ start, end }): FoundMatch => {
        return { rule, severity: rule.severity, start, end, hidden: undefined };
      }),
    );
}

interface MeaningOptions extends MatchOptions {
  /** What was decoded is read by the rules of all surfaces: nobody encodes what is ordinary. */
  readonly isDecoded?: boolean | undefined;
}

function matchMeaning(original: string, options: MeaningOptions): FoundMatch[] {
  const { text, originOf } = readAsSeen(original);
  const found: FoundMatch[] = [];
  const lower = text.toLowerCase();
  let regions: TextRegions | undefined;
  for (const rule of allRules) {
    if (rule.kind === "characters") continue;
    if (options.isDecoded !== true && !rule.surfaces.includes(options.surface)) continue;
    if (rule.keywords?.some((word) => lower.includes(word)) === false) continue;
    for (const match of matchesOf(rule, text)) {
      regions ??= readRegions(text);
      const start = originOf(match.start);
      const end = Math.max(start + 1, originOf(match.end - 1) + 1);
      const severity = severityIn(rule, text, match, regions, options);
      const isSpelledOtherwise =
        text !== original &&
        !original.slice(start, end).includes(text.slice(match.start, match.end)) &&
        !globalOf(rule.pattern).test(original.slice(start, end));
      globalOf(rule.pattern).lastIndex = 0;
      if (isSpelledOtherwise) {
        found.push({ rule, severity: moreThan(severity), start, end, hidden: "spelling" });
      } else if (options.isProgram !== true && regions.regionOf(match.start, match.end) === "hidden") {
        found.push({ rule, severity: moreThan(severity), start, end, hidden: "markup" });
      } else found.push({ rule, severity, start, end, hidden: undefined });
    }
  }
  return found;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

// A pattern that finds all its matches keeps where it is; each is made once.
const globals = new Map<RegExp, RegExp>();

function globalOf(pattern: RegExp): RegExp {
  let found = globals.get(pattern);
  if (found === undefined) {
    found = new RegExp(pattern.source, `${pattern.flags}g`);
    globals.set(pattern, found);
  }
  return found;
}

function matchesOf({ pattern, near, unless }: Rule, text: string): readonly Place[] {
  const places: Place[] = [];
  let isNear: ((place: Place) => boolean) | undefined;
  for (const { index, 0: passage } of text.matchAll(globalOf(pattern))) {
    if (places.length >= maxMatches) break;
    const place = { start: index, end: index + passage.length };
    if (near !== undefined) {
      isNear ??= nearness(text, near);
      if (!isNear(place)) continue;
    }
    if (unless !== undefined) {
      const { start, end } = linesAround(text, place);
      if (unless.test(text.slice(start, end))) continue;
    }
    places.push(place);
  }
  return places;
}

/** Says of places, asked for in order, whether the second half of a rule stands near. Each text is searched once. */
function nearness(text: string, { pattern, within }: NonNullable<Rule["near"]>): (place: Place) => boolean {
  const others = [...text.matchAll(globalOf(pattern))].map(({ index, 0: passage }): Place => {
    return { start: index, end: index + passage.length };
  });
  let at = 0;
  return (place) => {
    const reach =
      within === "line" ? linesAround(text, place) : { start: place.start - within, end: place.end + within };
    while ((others[at]?.start ?? Number.POSITIVE_INFINITY) < reach.start) at++;
    return (others[at]?.end ?? Number.POSITIVE_INFINITY) <= reach.end;
  };
}

/** A line that is longer is read that far to both sides. */
const lineReach = 400;

function linesAround(text: string, { start, end }: Place): Place {
  const from = text.slice(Math.max(0, start - lineReach), start).lastIndexOf("\n") + 1;
  const to = text.slice(end, end + lineReach).indexOf("\n");
  return { start: Math.max(0, start - lineReach) + from, end: to === -1 ? end + lineReach : end + to };
}

/** "Never …", right before the passage or the code: advice against it. */
const negation = /\b(?:never|not|avoid|n[’']t|without|instead of)\s(?:\w{1,20}\s){0,2}[`"'“]?$/i;

function severityIn(
  rule: Rule,
  text: string,
  { start, end }: Place,
  regions: TextRegions,
  { isProgram = false }: MatchOptions,
): RuleSeverity {
  if (isProgram) return rule.severity;
  if (negation.test(text.slice(Math.max(0, start - 60), start))) return "note";
  const region: Region = regions.regionOf(start, end);
  if (rule.kind === "prose") return region === "code" || region === "quoted" ? "note" : rule.severity;
  return rule.inDocument ?? lessThan(rule.severity);
}
