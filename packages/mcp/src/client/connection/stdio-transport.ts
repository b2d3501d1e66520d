import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { McpProcess } from "../mcp-server.ts";
import { splitLines, type LongLine } from "../process/split-lines.ts";
import { inTurn } from "./in-turn.ts";
import { notSentError, refusedAnswer } from "./refused-answer.ts";

export interface StdioTransportOptions {
  readonly process: McpProcess;
  /** Largest message, in bytes. */
  readonly maxMessageBytes: number;
  /** Reads a message of the protocol. @throws where it is none. */
  readonly parse: (value: unknown) => JSONRPCMessage;
  /** Called for each line of stdout that is no message. */
  readonly onGarbage: (line: string) => void;
}

/**
 * Messages over the pipes of a process, one a line. It has `pid` and `stderr` because the SDK knows by them that silence of a
 * process means an old revision; it probes such a transport in place and starts no second process.
 */
export interface ProcessTransport extends Transport {
  readonly pid: undefined;
  readonly stderr: null;
}

const drainMs = 300;

export function createStdioTransport(options: StdioTransportOptions): ProcessTransport {
  const { process } = options;
  let started = false;
  let closed = false;
  const transport: ProcessTransport = {
    pid: undefined,
    stderr: null,
    async start() {
      if (started) throw new TypeError("The transport was started before.");
      started = true;
      const take = splitLines({ maxBytes: options.maxMessageBytes, line: readLine, tooLong: refuseLine });
      process.stdout.on("data", (piece: Buffer | string) => {
        if (!closed) take(typeof piece === "string" ? Buffer.from(piece) : piece);
      });
      // A process that closed its output can answer nothing more, also where it goes on.
      process.stdout.once("close", onGone);
      process.stdout.once("end", onGone);
      // What it wrote before it ended is read first; what it started may keep the pipe open for ever.
      process.exited.then(
        () => setTimeout(onGone, drainMs).unref(),
        () => {},
      );
    },
    async send(message) {
      if (closed) throw notSentError("The process of the server has ended.");
      await new Promise<void>((resolve, reject) => {
        process.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
          if (error === undefined || error === null) resolve();
          else reject(error);
        });
      });
    },
    async close() {
      onGone();
      await process.end();
    },
  };
  const deliver = inTurn((message: JSONRPCMessage) => {
    transport.onmessage?.(message);
  });
  function onGone(): void {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  }
  function readLine(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = options.parse(JSON.parse(line));
    } catch {
      options.onGarbage(line);
      return;
    }
    deliver(message);
  }
  function refuseLine(line: LongLine): void {
    // Where the id stands depends on who wrote the message: at its beginning, or at its end.
    const id =
      /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(?<id>\d+)\s*,/u.exec(line.head) ??
      /^\s*\{\s*"id"\s*:\s*(?<id>\d+)\s*,/u.exec(line.head) ??
      /,\s*"id"\s*:\s*(?<id>\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u.exec(line.tail);
    const text = `its message of ${(line.bytes / 1e6).toFixed(1)} MB is larger than ${(options.maxMessageBytes / 1e6).toFixed(1)} MB`;
    const found = id?.groups?.["id"];
    if (found === undefined) options.onGarbage(`(${text})`);
    else deliver(refusedAnswer(Number(found), "too-large", text));
  }
  return transport;
}
