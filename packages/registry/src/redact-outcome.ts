import { mapTexts } from "./map-texts.ts";
import type { ToolOutcome } from "./tool-result.ts";

/** Takes what must not be seen out of a text; gives back the same text when there is nothing. */
export type Redact = (text: string) => string;

/** The outcome with every text in it redacted; the very same when there is nothing to take out, which costs one look. */
export function redactOutcome(outcome: ToolOutcome, redact: Redact): ToolOutcome {
  const texts: string[] = [];
  const collect = (text: string): string => {
    texts.push(text);
    return text;
  };
  // A name and its value stand together, so that a password is known by its name.
  const together = (text: string, name?: string): string =>
    collect(name === undefined ? text : `"${name}": "${text}"`);
  mapTexts(outcome.value, { text: together, name: (name) => (name.length < 16 ? name : collect(name)) });
  if (outcome.shown !== undefined) collect(outcome.shown.diff);
  const all = texts.join("\n");
  if (redact(all) === all) return outcome;
  const value = mapTexts(outcome.value, {
    text: (text, name) => (name === undefined ? redact(text) : redactNamed(name, text, redact)),
    name: redact,
  });
  const shown = outcome.shown && { shown: { diff: redact(outcome.shown.diff) } };
  // What came out of a JSON round is an object or a list again, since it was one.
  return { ...outcome, value: value as object, ...shown };
}

function redactNamed(name: string, value: string, redact: Redact): string {
  const redacted = redact(value);
  if (redacted !== value || value.length > 4_096) return redacted;
  const start = `"${name}": "`;
  const whole = `${start}${value}"`;
  const seen = redact(whole);
  return seen !== whole && seen.startsWith(start) && seen.endsWith('"')
    ? seen.slice(start.length, -1)
    : value;
}
