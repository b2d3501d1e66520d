import type { Socket } from "node:net";

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
    for (const line of lines) onLine(parse(line));
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The reader says what it expected.
    return undefined;
  }
}
