import { replaceSpans } from "@hermes/redaction";
import type { TextSpan } from "@hermes/redaction";
import { decodeHidden } from "./decode-hidden.ts";
import { findInvisible } from "./invisible.ts";
import { findForeignOrder } from "./language-rules.ts";
import { findMarkup } from "./find-markup.ts";
import { findOrders } from "./find-orders.ts";
import { readAsSeen, readFigures, readNames, readSpaced } from "./readable-text.ts";
import type { ReadableText } from "./readable-text.ts";
import { readSentences } from "./read-sentences.ts";
import type { TextSurface } from "./text-surface.ts";
import { wordClasses } from "./word-classes.ts";

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
    const inside = scanReadings(decoded, surface)[0]?.id ?? commandIn(decoded);
    if (inside !== undefined)
      findings.push(
        finding(`encoded.${inside}`, "holds an order to an agent in an encoded form", { start, end }),
      );
  }
  return { flag: findings.length > 0, findings };
}

function scanReadings(text: string, surface: TextSurface): readonly TextFinding[] {
  const seen = readAsSeen(text);
  const findings = scanReading(seen, surface);
  for (const read of [readFigures, readSpaced, readNames]) {
    if (findings.length > 0) break;
    const other = read(seen);
    if (other === undefined) continue;
    findings.push(...scanReading(other, surface));
    // Who writes a note in figures or gaps wants to be read by a model alone: here the words are enough.
    const isNote = surface === "memory" && text.length < 400;
    if (findings.length === 0 && isNote && read !== readNames && isHarmful(other.text)) {
      findings.push(
        finding("disguised.order", "hides an order in its spelling", {
          start: 0,
          end: text.trimEnd().length,
        }),
      );
    }
  }
  return findings;
}

function isHarmful(text: string): boolean {
  const { IGNORE, SEND, DESTROY, SECRET, RULES, VALUED, GUARD } = wordClasses;
  return readSentences(text).some(
    ({ all }) => (all & (IGNORE | SEND | DESTROY)) !== 0 && (all & (SECRET | RULES | VALUED | GUARD)) !== 0,
  );
}

function scanReading({ text, originOf }: ReadableText, surface: TextSurface): TextFinding[] {
  const orders = [...findOrders(text, surface), ...findMarkup(text, surface), ...findForeignOrder(text)];
  return orders
    .toSorted((left, right) => left.start - right.start)
    .map(({ id, reason, start, end }) =>
      finding(id, reason, { start: originOf(start), end: originOf(end - 1) + 1 }),
    );
}

/** A command that nobody would encode but to hide it. */
function commandIn(text: string): string | undefined {
  const harmful =
    /\brm\s+-[rf]{1,2}\s|\b(?:curl|wget)\b[^\n]{0,200}(?:\|\s*(?:ba|z)?sh\b|@|\$\()|\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\bnc\s+-?\S+\s+\d|\/etc\/shadow|>\s*\/dev\/sd|\bbash\s+-i\b|\/dev\/tcp\//i;
  return harmful.test(text) ? "command" : undefined;
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
