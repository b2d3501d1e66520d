import type { Socket } from "node:net";
import { jsonOf } from "../../http/request-once.ts";

/** Longer lines end the connection. */
const maxLineChars = 8_000_000;

export function writeLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}

/** Each line as JSON; `undefined` for one that is none. */
export function readLines(socket: Socket, onLine: (value: unknown) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineChars) socket.destroy();
    for (const line of lines) onLine(jsonOf(line));
  });
}
