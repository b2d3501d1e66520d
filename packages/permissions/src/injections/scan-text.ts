import { replaceSpans } from "../secrets/text-span.ts";
import type { TextSpan } from "../secrets/text-span.ts";
import { decodeHidden } from "./decode-hidden.ts";
import { createInjectionRules } from "./injection-rules.ts";
import type { CompiledRule } from "./injection-rules.ts";
import { findInvisible } from "./invisible.ts";
import { languageRules } from "./language-rules.ts";
import { readAsSeen, readFigures, readNames, readSpaced } from "./readable-text.ts";
import type { ReadableText } from "./readable-text.ts";
import type { TextSurface } from "./text-surface.ts";
import { isNegated, isToldOf } from "./told-of.ts";

export interface ScanTextOptions {
  readonly surface: TextSurface;
}

export interface TextFinding {
  /** Stable name of the kind, such as `override.instructions`. */
  readonly id: string;
  /** One sentence for a person. */
  readonly reason: string;
  /** The passage, as offsets in UTF-16 units of the text. */
  readonly span: TextSpan;
}

export interface TextScan {
  /** Whether something speaks against keeping or obeying the text. */
  readonly flag: boolean;
  readonly findings: readonly TextFinding[];
}

/**
 * Looks for orders to an agent in a text that will be kept or obeyed. An alarm, not a wall: a patient author gets past
 * any list of patterns, so what an agent may do must not depend on it. Texts that discuss or quote such orders pass.
 */
export function scanText(text: string, { surface }: ScanTextOptions): TextScan {
  const findings: TextFinding[] = [];
  const invisible = findInvisible(text);
  if (invisible !== undefined) {
    findings.push(finding("hidden.characters", "holds characters that can't be seen", invisible));
  }
  findings.push(...scanReadings(text, surface));
  for (const { start, end, text: decoded } of decodeHidden(text)) {
    const inside = scanReadings(decoded, surface)[0];
    if (inside !== undefined)
      findings.push(
        finding(`encoded.${inside.id}`, "holds an order to an agent in an encoded form", { start, end }),
      );
  }
  return { flag: findings.length > 0, findings };
}

function scanReadings(text: string, surface: TextSurface): readonly TextFinding[] {
  const seen = readAsSeen(text);
  const findings = scanReading(seen, surface);
  for (const other of [readFigures(seen), readSpaced(seen), readNames(seen)]) {
    if (other !== undefined && findings.length === 0) findings.push(...scanReading(other, surface));
  }
  return findings;
}

// Patterns cost time to make and hold no state between two uses.
let rules: readonly CompiledRule[] | undefined;

function scanReading({ text, originOf }: ReadableText, surface: TextSurface): TextFinding[] {
  const findings: TextFinding[] = [];
  const spanOf = (start: number, end: number): TextSpan => ({
    start: originOf(start),
    end: originOf(end - 1) + 1,
  });
  rules ??= createInjectionRules();
  const missing = new Set<RegExp>();
  for (const { id, reason, pattern, except, only, needs, negatable } of rules) {
    if (except?.includes(surface) === true || only?.includes(surface) === false) continue;
    if (needs.some((need) => missing.has(need))) continue;
    const absent = needs.find((need) => !need.test(text));
    if (absent !== undefined) {
      missing.add(absent);
      continue;
    }
    for (const match of text.matchAll(pattern)) {
      const lead = /^[\s.!?:;,"'(\[>*#|-]*/.exec(match[0])?.[0].length ?? 0;
      const start = match.index + Math.min(lead, match[0].length - 1);
      const end = match.index + match[0].length;
      if (negatable === true && isNegated(text, start)) continue;
      if (isToldOf(text, start, end)) continue;
      if (id.startsWith("exfil.") && isManual(text.slice(start, end + 80))) continue;
      findings.push(finding(id, reason, spanOf(start, end)));
      break;
    }
  }
  for (const pattern of languageRules) {
    const match = pattern.exec(text);
    if (match === null || isToldOf(text, match.index, match.index + match[0].length)) continue;
    findings.push(
      finding(
        "override.language",
        "gives an agent orders in another language",
        spanOf(match.index, match.index + match[0].length),
      ),
    );
  }
  return findings;
}

/** Documentation says "your key" and where in a program it belongs. */
function isManual(passage: string): boolean {
  return (
    /\b(?:your|an?|the) /.test(passage) &&
    /\b(?:headers?|form|field|dashboard|settings|console|environment variable|config\w*|sdk|endpoint|parameter|browser|terminal|command[- ]line|request body)\b/.test(
      passage,
    )
  );
}

function finding(id: string, reason: string, span: TextSpan): TextFinding {
  return { id, reason: `This passage ${reason}.`, span };
}

/**
 * The text without the lines that were flagged: each is replaced by a visible note, and the rest stays as it is.
 * Scan and mask as often as there are findings: a line can hide a second order.
 */
export function maskText(text: string, findings: readonly TextFinding[]): string {
  const lines = findings.map(({ span }) => ({
    start: text.lastIndexOf("\n", span.start - 1) + 1,
    end: endOfLine(text, Math.max(span.start, span.end - 1)),
  }));
  const ids = [...new Set(findings.map(({ id }) => id))].join(", ");
  return replaceSpans(text, lines, `[… left out: reads like an order from outside (${ids}) …]`);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
