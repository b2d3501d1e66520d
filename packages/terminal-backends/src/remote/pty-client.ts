import type * as NodePty from "@lydell/node-pty";
import { HermesError } from "@hermes/registry";
import { inputClosed } from "./client-process.ts";
import type { StartClientOptions } from "./client-process.ts";
import type { TransportEnd, TransportProcess } from "./shell-transport.ts";

export interface StartPtyClientOptions extends Omit<StartClientOptions, "input"> {
  readonly size: { readonly columns: number; readonly rows: number };
}

/** What Ctrl-D sends: the end of the input. */
const endOfInput = "\x04";

/**
 * Like `startClient`, for a client that passes on a pseudo terminal and wants to sit in one itself.
 *
 * @throws {HermesError} `BACKEND_NO_PTY` when `@lydell/node-pty` is not installed.
 */
export async function startPtyClient(options: StartPtyClientOptions): Promise<TransportProcess> {
  const { spawn } = await loadNodePty();
  const pty = spawn(options.program, [...options.args], {
    name: "xterm-256color",
    cols: options.size.columns,
    rows: options.size.rows,
    cwd: "/",
    env: { ...options.env },
  });
  let early: string[] | undefined = [];
  let listen = (text: string): void => void early?.push(text);
  pty.onData((text) => listen(text));
  let hasEnded = false;
  const ended = new Promise<TransportEnd>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      resolve({ exitCode: signal === undefined || signal === 0 ? exitCode : null, errors: "" });
    });
  });
  return {
    onOutput: (listener) => {
      listen = (text) => listener(Buffer.from(text));
      for (const text of early ?? []) listen(text);
      early = undefined;
    },
    ended,
    write: async (data) => {
      if (hasEnded) throw inputClosed();
      pty.write(typeof data === "string" ? data : new TextDecoder().decode(data));
    },
    closeInput: async () => {
      if (!hasEnded) pty.write(endOfInput);
    },
    abandon: () => {
      if (!hasEnded) pty.kill("SIGKILL");
    },
    unref: () => undefined,
  };
}

async function loadNodePty(): Promise<typeof NodePty> {
  try {
    return await import("@lydell/node-pty");
  } catch (cause) {
    throw new HermesError("There is no pseudo terminal here: @lydell/node-pty is not installed.", {
      code: "BACKEND_NO_PTY",
      hint: "Run the command without pty, or install it: npm install @lydell/node-pty",
      cause,
    });
  }
}
