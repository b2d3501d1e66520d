import type { Provenance } from "@hermes/registry";
import { readableText } from "./readable-text.ts";
import { shrinkValue } from "./shrink-value.ts";
import { reasonOf } from "../reason-of.ts";

/** Keeps what is too large for a session where the model can read it in parts. */
export interface SpillStore {
  /** @returns the path under which the model's own file tools find the text. */
  write(result: SpilledResult): Promise<string>;
}

export interface SpilledResult {
  readonly callId: string;
  readonly toolName: string;
  /** The whole result as text to be read by lines, the longest of 2 000 characters. */
  readonly text: string;
  /** Untrusted sources of it. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** One result on its way into the session. */
export interface LargeResult {
  readonly callId: string;
  readonly toolName: string;
  /** A JSON text. */
  readonly content: string;
  /** Characters that may stand in the session. */
  readonly maxChars: number;
  /** As in `SpilledResult`. */
  readonly provenance?: readonly Provenance[] | undefined;
}

export interface FittedResult {
  /** JSON of at most `maxChars` characters, or of a few hundred where that is less than what must be said. */
  readonly content: string;
  /** Why the whole text could not be kept, for people. */
  readonly problem?: string | undefined;
}

/** What is said about the part that is left out needs room too. */
const roomForFacts = 450;
const leastRoom = 200;

/**
 * The JSON text that stands in a message for a result that is too large for it: of the same form, with its long texts
 * and lists cut in the middle. Where the rest is, and on which lines, stands in `spilled`; without a store, `truncated`
 * says that it is lost.
 */
export async function fitResult(result: LargeResult, spill: SpillStore | undefined): Promise<FittedResult> {
  const { callId, toolName, content, provenance } = result;
  const value = parse(content);
  const text = readableText(value);
  let path: string | undefined;
  let problem: string | undefined;
  try {
    path = await spill?.write({ callId, toolName, text, provenance });
  } catch (error) {
    const reason = reasonOf(error);
    problem = `Cannot keep the result of ${toolName} (${content.length} characters): ${reason}`;
  }
  const room = result.maxChars - roomForFacts - (path === undefined ? 0 : JSON.stringify(path).length);
  const shown = shrinkValue(value, Math.max(leastRoom, room));
  const facts = path === undefined ? lost(content) : { spilled: spilledFacts(path, text, shown) };
  const whole = isRecord(shown) ? { ...shown, ...facts } : { result: shown, ...facts };
  return { content: JSON.stringify(whole), problem };
}

function spilledFacts(path: string, text: string, shown: unknown): object {
  const { from, to, lines } = linesLeftOut(text, readableText(shown));
  const how_to_read = `Left out here: lines ${from}–${to} of ${lines} in this file, which holds the whole result. Read on with offset: ${from}, or search it.`;
  return { path, chars: text.length, lines, how_to_read };
}

function lost(content: string): object {
  const how_to_read =
    "What is left out is lost. Call again and ask for less: a narrower search, a range of lines, or the output filtered first.";
  return { truncated: { chars: content.length, how_to_read } };
}

/** Both texts are written alike, so that the first and the last line on which they differ bound what is left out. */
function linesLeftOut(
  whole: string,
  shown: string,
): { readonly from: number; readonly to: number; readonly lines: number } {
  const [all, kept] = [whole.split("\n"), shown.split("\n")];
  const most = Math.min(all.length, kept.length);
  let before = 0;
  while (before < most && all[before] === kept[before]) before++;
  let after = 0;
  while (after < most - before && all[all.length - 1 - after] === kept[kept.length - 1 - after]) after++;
  return { from: before + 1, to: Math.max(before + 1, all.length - after), lines: all.length };
}

/** What is no JSON, or nested too deep to be written again, is taken as text. */
function parse(content: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    JSON.stringify(value);
    return value;
  } catch {
    return content;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
