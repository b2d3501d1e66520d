import type { Host } from "../host.ts";
import { cleanText } from "./clean-text.ts";
import { harmlessJson } from "./harmless-json.ts";

export function printLines(host: Host, lines: Iterable<string>): void {
  for (const line of lines) {
    host.stopped.throwIfAborted();
    host.stdout.write(`${line}\n`);
  }
}

/** Data for programs, exactly as it is: what a terminal would obey is written as an escape of JSON. */
export function printJson(host: Pick<Host, "stdout">, value: unknown): void {
  host.stdout.write(`${harmlessJson(value, 2)}\n`);
}

/** A remark beside the answer, such as a warning. */
export function printRemark(host: Host, message: string): void {
  host.stderr.write(`${cleanText(message)}\n`);
}
