import type { Host } from "../../host.ts";
import { printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";

/** Lines of an answer, broken between words where a terminal is too narrow for them. */
export function printWrapped(host: Host, lines: readonly string[]): void {
  printLines(
    host,
    lines.flatMap((line) => wrap(line, { columns: host.stdout.columns })),
  );
}
