import type { Host } from "../host.ts";

export function printLines(host: Host, lines: Iterable<string>): void {
  for (const line of lines) {
    host.stopped.throwIfAborted();
    host.stdout.write(`${line}\n`);
  }
}

export function printJson(host: Host, value: unknown): void {
  host.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
