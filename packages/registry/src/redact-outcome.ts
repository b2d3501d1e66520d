import type { ToolOutcome } from "./tool-result.ts";

/** Takes what must not be seen out of a text; gives back the same text when there is nothing. */
export type Redact = (text: string) => string;

/** The outcome with every text in it redacted; the very same when there is nothing to take out, which costs one look. */
export function redactOutcome(outcome: ToolOutcome, redact: Redact): ToolOutcome {
  const { value } = outcome;
  const texts: string[] = [];
  collect(value, texts, new Set());
  const together = texts.join("\n");
  if (redact(together) === together) return outcome;
  // What came out of a JSON round is an object or a list again, since it was one.
  return { ...outcome, value: redactValue(value, redact, new Map()) as object };
}

/** @param seen What was collected already: a value may stand in several places, or within itself. */
function collect(value: unknown, texts: string[], seen: Set<object>): void {
  if (typeof value === "string") {
    if (value.length >= 4) texts.push(value);
    return;
  }
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value) collect(item, texts, seen);
    return;
  }
  for (const [key, item] of Object.entries(plain(value))) {
    // A name and its value stand together, so that a password is known by its name.
    if (typeof item === "string") {
      texts.push(`"${key}": "${item}"`);
      continue;
    }
    if (key.length >= 16) texts.push(key);
    collect(item, texts, seen);
  }
}

/** @param done What values became. One that holds itself stays as it is there, and fails later as JSON does. */
function redactValue(value: unknown, redact: Redact, done: Map<object, unknown>): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (done.has(value)) return done.get(value);
  done.set(value, value);
  const redacted = Array.isArray(value)
    ? value.map((item) => redactValue(item, redact, done))
    : Object.fromEntries(
        Object.entries(plain(value)).map(([key, item]) => [
          redact(key),
          typeof item === "string" ? redactNamed(key, item, redact) : redactValue(item, redact, done),
        ]),
      );
  done.set(value, redacted);
  return redacted;
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

/** What JSON would write of an object. */
function plain(value: object): object {
  if (!("toJSON" in value) || typeof value.toJSON !== "function") return value;
  const written: unknown = JSON.parse(JSON.stringify(value));
  return typeof written === "object" && written !== null ? written : {};
}
