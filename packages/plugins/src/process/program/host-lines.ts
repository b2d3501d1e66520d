import { formatWithOptions } from "node:util";
import { longestLine } from "../longest-line.ts";
import { toLine } from "../json-line.ts";
import type { FromProcess } from "../protocol.ts";
import { rateLimit } from "./rate-limit.ts";

/** The way to the host, which the plug-in does not have: what it prints goes to the log. */
export interface HostLines {
  say(message: FromProcess): void;
  log(text: string): void;
  listen(line: (text: string) => void): void;
  /** Resolves when the host has left. */
  readonly ended: Promise<void>;
}

/** Log lines within a second. */
const maxLogs = 80;

export function hostLines(): HostLines {
  const { stdout, stdin } = process;
  const write = stdout.write.bind(stdout);
  const isLogged = rateLimit(maxLogs, (left) => send(toLine({ log: `… and ${left} lines more` })));
  const ended = Promise.withResolvers<void>();

  // What the plug-in wrote there past us may lack the end of its line.
  function send(line: string): void {
    write(`\n${line}\n`);
  }

  function log(text: string): void {
    for (const line of text.split("\n"))
      if (line.trim() !== "" && isLogged()) send(toLine({ log: line.slice(0, 2_000) }));
  }

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a function with overloads; what they share is kept
  stdout.write = ((piece: unknown, ...rest: readonly unknown[]) => {
    log(piece instanceof Uint8Array ? Buffer.from(piece).toString("utf8") : String(piece));
    const written = rest.at(-1);
    if (typeof written === "function") process.nextTick(written);
    return true;
  }) as typeof stdout.write;
  for (const name of ["log", "info", "debug", "warn", "error", "trace"] as const)
    console[name] = (...values: readonly unknown[]) => log(formatWithOptions({ depth: 3 }, ...values));

  return {
    say(message) {
      send(lineOf(message));
    },
    log,
    listen(line) {
      let rest = "";
      stdin.setEncoding("utf8");
      stdin.on("data", (piece: string) => {
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        for (const each of lines) line(each);
      });
      stdin.once("close", ended.resolve).once("end", ended.resolve).once("error", ended.resolve);
    },
    ended: ended.promise,
  };
}

/** An answer that can't be sent is an error of the call, and no end of the process. */
function lineOf(message: FromProcess): string {
  try {
    const line = toLine(message);
    if (line.length <= longestLine || !("id" in message)) return line;
    return toLine({
      id: message.id,
      error: { message: `The answer has ${line.length} characters; ${longestLine} may be sent.` },
    });
  } catch (error) {
    if (!("id" in message)) throw error;
    return toLine({ id: message.id, error: { message: `The answer is no JSON: ${String(error)}` } });
  }
}
