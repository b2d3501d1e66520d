/** What stands in the place of a secret. */
export const redactedMark = "[redacted]";

/** Takes one known text out of whatever keeps it. */
export interface Overwriter {
  /** The forms in which the text is kept, the longest first: as it is, as JSON writes it, and as JSON in JSON (a file in a result). */
  readonly forms: readonly string[];
  /** @returns The very same text when it is not there. */
  text(kept: string): string;
  /** @returns The very same bytes when it is not there. Everything else stays, byte by byte, whatever the encoding. */
  bytes(kept: Buffer): Buffer;
}

/** Makes what overwrites a text, such as a secret, by `[redacted]`. */
export function createOverwriter(text: string): Overwriter {
  const inJson = (form: string): string => JSON.stringify(form).slice(1, -1);
  const forms = [...new Set([inJson(inJson(text)), inJson(text), text])];
  const without = (kept: string, all: readonly string[]): string =>
    all.reduce((rest, form) => rest.replaceAll(form, redactedMark), kept);
  // One sign for each byte: a file in another encoding is not to suffer.
  const inBytes = forms.map((form) => Buffer.from(form).toString("latin1"));
  return {
    forms,
    text: (kept) => without(kept, forms),
    bytes: (kept) =>
      inBytes.some((form) => kept.includes(form, 0, "latin1"))
        ? Buffer.from(without(kept.toString("latin1"), inBytes), "latin1")
        : kept,
  };
}
