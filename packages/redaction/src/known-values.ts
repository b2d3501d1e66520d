import type { TextSpan } from "./text-span.ts";

/** Shorter values are words and numbers that stand everywhere. */
const shortestSecret = 8;

/**
 * Finds exact values, also in the forms in which they travel: URL encoding, hexadecimal, base64 at any offset,
 * escaped in JSON.
 */
export function createKnownFinder(
  secrets: readonly string[],
): ((text: string) => readonly TextSpan[]) | undefined {
  const forms = new Set<string>();
  for (const secret of new Set(secrets.map((value) => value.trim()))) {
    if (secret.length >= shortestSecret) for (const form of formsOf(secret)) forms.add(form);
  }
  if (forms.size === 0) return undefined;
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(ordered.map(escaped).join("|"), "g");
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hexadecimal = bytes.toString("hex");
  const urlEncoded = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const found = [
    secret,
    urlEncoded,
    urlEncoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    urlEncoded.replaceAll("%20", "+"),
    hexadecimal,
    hexadecimal.toUpperCase(),
    json,
    JSON.stringify(json).slice(1, -1),
    [...secret].reverse().join(""),
    ...base64Forms(bytes),
  ];
  return found.filter((form) => form.length >= shortestSecret);
}

/** In base64 the same bytes look different at each of three offsets; the characters that depend on neighbours are left out. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const whole = Math.floor((padded.length * 8) / 6);
    const text = padded.toString("base64").slice(first, whole);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
