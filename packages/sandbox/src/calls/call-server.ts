import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import type { CallTool, SandboxTool } from "../sandbox-tool.ts";
import { encodeAnswer, encodeFailure } from "./encode-answer.ts";
import { RequestReader } from "./read-requests.ts";
import type { Request } from "./read-requests.ts";

export interface CallServerOptions {
  /** Where the socket is made. */
  readonly path: string;
  /** What a connection must begin with. */
  readonly token: string;
  readonly tools: readonly SandboxTool[];
  /** What a call of a tool that exists elsewhere, but not here, is answered. */
  readonly refuse?: ((tool: string) => string | undefined) | undefined;
  readonly call: CallTool;
  readonly maxCalls: number;
  readonly maxParallelCalls: number;
  /** Aborts every call under way. */
  readonly signal: AbortSignal;
  readonly onCall?: ((call: { readonly number: number; readonly tool: string }) => void) | undefined;
}

export interface CallServer {
  /** Calls that were let through to a tool. */
  readonly callsMade: number;
  /** Ends every connection and removes the socket. Calls under way go on until they notice `signal`. */
  close(): Promise<void>;
}

/** Connections that a run may hold at once: the modules open one a thread. */
const maxConnections = 64;

/** Serves the calls of one run over a Unix socket. */
export async function openCallServer(options: CallServerOptions): Promise<CallServer> {
  const { path, signal } = options;
  const known = new Set(options.tools.map(({ name }) => name));
  const waiting: (() => void)[] = [];
  const connections = new Set<Socket>();
  let callsMade = 0;
  let underWay = 0;

  const server = createServer((socket) => {
    if (connections.size >= maxConnections) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => connections.delete(socket));
    serve(socket);
  });
  server.listen(path);
  await once(server, "listening");

  return {
    get callsMade() {
      return callsMade;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };

  function serve(socket: Socket): void {
    const reader = new RequestReader();
    let trusted = false;
    socket.on("data", (chunk) => {
      for (const request of reader.read(chunk)) {
        if (!trusted) {
          if (request?.type !== "hello" || !isToken(request.token)) return void socket.destroy();
          trusted = true;
        } else if (request?.type === "call") {
          accept(request, socket);
        } else {
          socket.end(encodeFailure(0, "What came over the socket is no call; the connection is closed."));
          return;
        }
      }
    });
  }

  function isToken(text: string): boolean {
    const [given, expected] = [Buffer.from(text), Buffer.from(options.token)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  function accept(request: Request & { readonly type: "call" }, socket: Socket): void {
    const problem = refusalOf(request.tool);
    if (problem !== undefined) {
      socket.write(encodeFailure(request.id, problem));
      return;
    }
    callsMade += 1;
    const number = callsMade;
    const start = (): void => {
      underWay += 1;
      // Every failure is an answer: nothing can be thrown.
      void answer(request, number, socket).finally(() => {
        underWay -= 1;
        waiting.shift()?.();
      });
    };
    if (underWay < options.maxParallelCalls) start();
    else waiting.push(start);
  }

  function refusalOf(tool: string): string | undefined {
    if (!known.has(tool)) {
      const names = [...known].join(", ");
      return (
        options.refuse?.(tool) ??
        `There is no tool "${tool}" here. There are: ${names === "" ? "none" : names}.`
      );
    }
    if (callsMade < options.maxCalls) return undefined;
    return `No more calls: a run may make ${options.maxCalls}. Print what there is, and go on in another run.`;
  }

  async function answer(
    request: Request & { readonly type: "call" },
    number: number,
    socket: Socket,
  ): Promise<void> {
    const { id, tool, args } = request;
    const frames = await (async (): Promise<readonly (string | Buffer)[]> => {
      try {
        signal.throwIfAborted();
        options.onCall?.({ number, tool });
        const { value, isError } = await options.call({ number, tool, args, signal });
        return isError ? [encodeFailure(id, errorText(value))] : encodeAnswer(id, value);
      } catch (error) {
        return [encodeFailure(id, error instanceof Error ? error.message : String(error))];
      }
    })();
    if (socket.writable) for (const frame of frames) socket.write(frame);
  }
}

function errorText(value: unknown): string {
  if (typeof value === "object" && value !== null && "error" in value && typeof value.error === "string") {
    const hint = "hint" in value && typeof value.hint === "string" ? ` ${value.hint}` : "";
    return value.error + hint;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
