import { findAssignments } from "./find-assignments.ts";
import { createKeyFinder, findInPlaces } from "./find-shapes.ts";
import { createKnownFinder } from "./known-values.ts";
import { redactedMark } from "./overwrite.ts";
import { replaceSpans } from "./text-span.ts";
import type { TextSpan } from "./text-span.ts";

export interface RedactorOptions {
  /** Values that are secret for certain, such as those of loaded keys. Shorter than 8 characters: left out. @default [] */
  readonly knownSecrets?: readonly string[] | undefined;
}

/**
 * Makes a function that takes secrets out of a text: known values in every form they travel in, what stands where
 * secrets stand (headers, cookies, addresses, assignments), and what looks like a key of a known provider. Hashes,
 * ids, placeholders and references to secrets stay. Takes time in proportion to the text, and never throws.
 */
export function createRedactor({ knownSecrets = [] }: RedactorOptions = {}): (text: string) => string {
  const known = createKnownFinder(knownSecrets);
  let findKeys: ((text: string) => readonly TextSpan[]) | undefined;
  return (text) => {
    if (text.length < 8) return text;
    findKeys ??= createKeyFinder();
    const spans = [
      ...(known?.(text) ?? []),
      ...findKeys(text),
      ...findInPlaces(text),
      ...findAssignments(text),
    ];
    return replaceSpans(text, spans, redactedMark);
  };
}

let plain: ((text: string) => string) | undefined;

/** As a redactor that knows no values. */
export function redact(text: string): string {
  plain ??= createRedactor();
  return plain(text);
}
