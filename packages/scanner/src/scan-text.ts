import { excerptOf } from "./excerpt.ts";
import { matchRules } from "./match-rules.ts";
import type { RuleMatch } from "./match-rules.ts";
import type { RuleSeverity, TextSurface } from "./rule.ts";

export interface ScanTextOptions {
  readonly surface: TextSurface;
}

/** A passage, as offsets in UTF-16 units of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextFinding {
  /** Stable name of the rule, such as `injection.instruction-override`. */
  readonly id: string;
  readonly severity: Exclude<RuleSeverity, "note">;
  /** What the passage does, as a sentence for a person. */
  readonly reason: string;
  /** Counted from 1. */
  readonly line: number;
  /** The passage on one line, at most 120 characters; what can't be seen is written as an escape. */
  readonly excerpt: string;
  readonly span: TextSpan;
}

export interface TextScan {
  /** Whether something speaks against keeping or obeying the text. */
  readonly flag: boolean;
  /** In the order of the text. */
  readonly findings: readonly TextFinding[];
}

/**
 * Looks for prompt injection, hidden text, secrets on their way out and harmful commands in a text that will be kept or
 * obeyed. An alarm, not a wall: a patient author gets past any list of patterns, so what an agent may do must not depend
 * on it. Texts that quote or advise against such things pass.
 */
export function scanText(text: string, { surface }: ScanTextOptions): TextScan {
  const findings = matchRules(text, { surface }).flatMap((match) => toFinding(text, match));
  return { flag: findings.length > 0, findings };
}

function toFinding(text: string, { rule, severity, start, end, line, hidden }: RuleMatch): TextFinding[] {
  // Notes are for who reads a whole skill; a text is kept or it isn't.
  if (severity === "note") return [];
  return [
    {
      id: hidden === "encoding" ? `encoded.${rule.id}` : rule.id,
      severity,
      reason: rule.sentence,
      line,
      excerpt: excerptOf(text.slice(start, end)),
      span: { start, end },
    },
  ];
}

/** The text without the lines that were flagged: each is replaced by a visible note, and the rest stays as it is. */
export function maskText(text: string, findings: readonly TextFinding[]): string {
  const ids = [...new Set(findings.map(({ id }) => id))].join(", ");
  let masked = "";
  let from = 0;
  for (const { span } of findings.toSorted((left, right) => left.span.start - right.span.start)) {
    const end = text.indexOf("\n", Math.max(span.start, span.end - 1));
    const to = end === -1 ? text.length : end;
    if (to <= from) continue;
    const start = Math.max(from, text.lastIndexOf("\n", span.start - 1) + 1);
    masked += `${text.slice(from, start)}[… left out by the scanner (${ids}) …]`;
    from = to;
  }
  return masked + text.slice(from);
}
