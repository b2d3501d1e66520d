type Write = (text: string) => unknown;

/**
 * Where a guarded output keeps how it was written to before. A registered symbol: what is loaded later is bundled by
 * itself, and has its own copy of this file.
 */
const unguarded = Symbol.for("hermes.unguarded-write");

// oxlint-disable-next-line no-control-regex -- these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g;

// oxlint-disable-next-line no-control-regex -- these are what is taken out, the first alternative aside
const onTerminal =
  /\u001b\[[0-9;:]*m|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)|[\u202a-\u202e\u2066-\u2069]|(?<!\u{1f3f4}[\u{e0030}-\u{e007f}]{0,6})[\u{e0000}-\u{e00ff}]/gu;

/**
 * The last of two filters: what somebody wrote is cleaned where it is shown (`cleanText`), and nothing that was forgotten
 * there gets past here. On a terminal text may hold colours, and nothing that turns it around; elsewhere it holds no
 * control characters. What moves the cursor is written with `control`.
 */
export function guardOutput(output: NodeJS.WriteStream): void {
  const write = output.write.bind(output);
  const guard = output.isTTY
    ? (text: string): string => text.replace(onTerminal, colourOrNothing)
    : (text: string): string => text.replace(controls, "");
  const guarded = (chunk: string | Uint8Array, ...rest: readonly unknown[]): unknown =>
    Reflect.apply(write, output, [typeof chunk === "string" ? guard(chunk) : chunk, ...rest]);
  Object.assign(output, { [unguarded]: write, write: guarded });
}

// oxlint-disable-next-line no-control-regex -- a link as terminals know it: `OSC 8 ; parameters ; address ST`
const link = /\u001b\]8;[^\u0000-\u001f\u007f-\u009f]*\u001b\\/g;

/** One line for a terminal as `guardOutput` would let it through, with links; for what is written with `control`. */
export function harmlessLine(line: string): string {
  if (plainLine.test(line)) return line;
  let safe = "";
  let end = 0;
  for (const { 0: whole, index } of line.matchAll(link)) {
    safe += line.slice(end, index).replace(onTerminal, colourOrNothing) + whole;
    end = index + whole.length;
  }
  return (safe + line.slice(end).replace(onTerminal, colourOrNothing)).replace(/[\t\n]/g, " ");
}

const plainLine = /^[ -~]*$/;

function colourOrNothing(found: string): string {
  return found.length > 2 && found.endsWith("m") ? found : "";
}

/** Writes what the program itself does with a terminal: moves the cursor, erases a line. */
export function control(output: { write: Write }, sequences: string): void {
  const write: unknown = Reflect.get(output, unguarded);
  if (typeof write === "function") write(sequences);
  else output.write(sequences);
}
