import { formatFailure, toFailure } from "./failure.ts";
import type { Host } from "./host.ts";

/** What went wrong, as one line; at a terminal it is broken between words. */
export async function printFailure(error: unknown, { stderr }: Pick<Host, "stderr">): Promise<void> {
  const text = formatFailure(toFailure(error));
  const { columns } = stderr;
  // Loaded only for this: most runs end without an error.
  const lines = columns === undefined ? [text] : (await import("./render/wrap.ts")).wrap(text, { columns });
  stderr.write(`${lines.join("\n")}\n`);
}
