import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import type { CallNote, CallTool, SandboxTool } from "../sandbox-tool.ts";
import { encodeAnswer, encodeFailure } from "./encode-answer.ts";
import { RequestReader } from "./read-requests.ts";
import type { Request } from "./read-requests.ts";
import { TextMemory } from "./text-memory.ts";

export interface CallServerOptions {
  /** Where the socket is made. */
  readonly path: string;
  /** What a connection must begin with. */
  readonly token: string;
  readonly tools: readonly SandboxTool[];
}

/** What the calls of one run are answered by. */
export interface CallHandler {
  readonly call: CallTool;
  /** What a call of a tool that exists elsewhere, but not here, is answered. */
  readonly refuse?: ((tool: string) => string | undefined) | undefined;
  readonly maxCalls: number;
  readonly maxParallelCalls: number;
  /** Aborts every call under way. */
  readonly signal: AbortSignal;
  readonly onCall?: ((note: CallNote) => void) | undefined;
}

export interface CallServer {
  /** Answers the calls of a run from here on; before the first one, every call is refused. */
  begin(handler: CallHandler): { readonly callsMade: number };
  /** Ends every connection and removes the socket. Calls under way go on until they notice the signal of their run. */
  close(): Promise<void>;
}

/** Connections that a run may hold at once: the modules open one a thread. */
const maxConnections = 64;

interface RunCalls extends CallHandler {
  /** Calls that were let through to a tool. */
  callsMade: number;
  underWay: number;
  readonly waiting: (() => void)[];
}

type CallRequest = Request & { readonly type: "call" };

/** Serves the calls of one interpreter over a Unix socket. */
export async function openCallServer({ path, token, tools }: CallServerOptions): Promise<CallServer> {
  const known = new Set(tools.map(({ name }) => name));
  const connections = new Set<Socket>();
  const memory = new TextMemory();
  let current: RunCalls | undefined;

  const server = createServer((socket) => {
    if (connections.size >= maxConnections) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    // It must not keep a program alive that waits for nothing else; whoever runs code waits for its process.
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => connections.delete(socket));
    readCalls(socket, token, accept);
  });
  server.listen(path);
  await once(server, "listening");
  server.unref();

  return {
    begin(handler) {
      const run: RunCalls = { ...handler, callsMade: 0, underWay: 0, waiting: [] };
      current = run;
      return run;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };

  function accept(request: CallRequest, socket: Socket): void {
    const run = current;
    if (run === undefined) {
      socket.write(encodeFailure(request.id, "No code runs now."));
      return;
    }
    const problem = refusalOf(run, request.tool);
    if (problem !== undefined) {
      socket.write(encodeFailure(request.id, problem));
      return;
    }
    run.callsMade += 1;
    const number = run.callsMade;
    if (run.underWay < run.maxParallelCalls) start(run, request, number, socket);
    else run.waiting.push(() => start(run, request, number, socket));
  }

  function start(run: RunCalls, request: CallRequest, number: number, socket: Socket): void {
    run.underWay += 1;
    const next = (): void => {
      run.underWay -= 1;
      run.waiting.shift()?.();
    };
    // Every failure is an answer; what can be thrown is a socket that is gone.
    answer(run, request, { number, socket, memory }).then(next, next);
  }

  function refusalOf(run: RunCalls, tool: string): string | undefined {
    if (!known.has(tool)) {
      const names = [...known].join(", ");
      return (
        run.refuse?.(tool) ??
        `There is no tool "${tool.slice(0, 100)}" here. There are: ${names === "" ? "none" : names}.`
      );
    }
    if (run.callsMade < run.maxCalls) return undefined;
    return `No more calls: a run may make ${run.maxCalls}. Print what there is, and go on in another run.`;
  }
}

/** Calls of a connection that has begun with the token; anything else ends it. */
function readCalls(
  socket: Socket,
  token: string,
  accept: (request: CallRequest, socket: Socket) => void,
): void {
  const reader = new RequestReader();
  let trusted = false;
  socket.on("data", (chunk) => {
    for (const request of reader.read(chunk)) {
      if (!trusted) {
        if (request?.type !== "hello" || !isSame(request.token, token)) return void socket.destroy();
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

function isSame(text: string, token: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(token)];
  return (
    given.length === expected.length &&
    process.getBuiltinModule("node:crypto").timingSafeEqual(given, expected)
  );
}

async function answer(
  run: RunCalls,
  { id, tool, args }: CallRequest,
  {
    number,
    socket,
    memory,
  }: { readonly number: number; readonly socket: Socket; readonly memory: TextMemory },
): Promise<void> {
  const frames = await (async (): Promise<readonly (string | Buffer)[]> => {
    try {
      run.signal.throwIfAborted();
      run.onCall?.({ number, tool, accepted: run.callsMade });
      const { value, isError } = await run.call({ number, tool, args, signal: run.signal });
      return isError
        ? [encodeFailure(id, errorText(value))]
        : encodeAnswer(id, value, (text) => memory.encode(text));
    } catch (error) {
      return [encodeFailure(id, error instanceof Error ? error.message : String(error))];
    }
  })();
  for (const frame of frames) {
    const sent = typeof frame === "string" ? undefined : (): void => memory.release(frame);
    // The callback is called also when the socket is lost on the way.
    if (socket.writable) socket.write(frame, sent);
    else sent?.();
  }
}

function errorText(value: unknown): string {
  if (typeof value === "object" && value !== null && "error" in value && typeof value.error === "string") {
    const hint = "hint" in value && typeof value.hint === "string" ? ` ${value.hint}` : "";
    return value.error + hint;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
