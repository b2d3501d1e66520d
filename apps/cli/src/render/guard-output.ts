type Write = (text: string | Uint8Array) => boolean;

/** How what stands behind a guard is reached. */
const unguarded = new WeakMap<object, Write>();

// oxlint-disable-next-line no-control-regex -- these are what is taken out
const obeyed =
  /\u001b\[[0-9;:]*m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|[\u202a-\u202e\u2066-\u2069]|(?<!\u{1f3f4}[\u{e0030}-\u{e007f}]{0,6})[\u{e0000}-\u{e00ff}]/gu;

/**
 * The last of two doors: what somebody wrote is cleaned where it is shown (`cleanText`), and nothing that was forgotten
 * there gets past here. Text may hold colours on a terminal, and elsewhere none; what moves the cursor is written with
 * `control`.
 */
export function guardOutput(output: NodeJS.WriteStream): void {
  const write = output.write.bind(output) as Write; // One of its overloads.
  unguarded.set(output, write);
  const passes = output.isTTY
    ? (found: string): string => (found.endsWith("m") && found.length > 1 ? found : "")
    : (): string => "";
  output.write = ((chunk: string | Uint8Array, ...rest: readonly unknown[]) =>
    Reflect.apply(write, output, [
      typeof chunk === "string" ? chunk.replace(obeyed, passes) : chunk,
      ...rest,
    ])) as NodeJS.WriteStream["write"]; // All of its overloads.
}

/** Writes what the program itself does with a terminal: moves the cursor, erases a line. */
export function control(output: { write(text: string): unknown }, sequences: string): void {
  const write = unguarded.get(output);
  if (write === undefined) output.write(sequences);
  else write(sequences);
}
