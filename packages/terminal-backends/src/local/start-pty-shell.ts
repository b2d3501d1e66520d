import { Socket } from "node:net";
import { constants } from "node:os";
import type * as NodePty from "@lydell/node-pty";
import { HermesError } from "@hermes/registry";
import { inputClosed, isOpenInput, shellArguments } from "./start-shell.ts";
import type { RunningShell, ShellExit, StartShellOptions } from "./start-shell.ts";

export interface StartPtyShellOptions extends Omit<StartShellOptions, "pipe"> {
  readonly size: TerminalSize;
  /** Output as the program writes it. Otherwise line ends come as `\n`. */
  readonly raw: boolean;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

const drainLimitMs = 250;
/** What Ctrl-D sends: the end of the input. */
const endOfInput = "\x04";

/**
 * Starts a shell in a pseudo terminal, which is also its process group.
 *
 * @throws {HermesError} `BACKEND_NO_PTY` when `@lydell/node-pty` is not installed.
 */
export async function startPtyShell(options: StartPtyShellOptions): Promise<RunningShell> {
  const { shell, cwd, env, stdin, size, raw, onText } = options;
  const { spawn } = await loadNodePty();
  const pty = spawn(shell.path, shellArguments(options), {
    name: "xterm-256color",
    cols: size.columns,
    rows: size.rows,
    cwd,
    env: { ...env },
  });
  const lines = raw ? { pass: onText, end: () => undefined } : plainLineEnds(onText);
  pty.onData(lines.pass);
  readBeforeDestroy(pty);
  let hasEnded = false;
  const ended = new Promise<ShellExit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      lines.end();
      resolve(
        signal === undefined || signal === 0 ? { exitCode } : { exitCode: null, signal: signalName(signal) },
      );
    });
  });
  const writeInput = async (text: string): Promise<void> => {
    if (hasEnded) throw inputClosed();
    pty.write(text);
  };
  if (typeof stdin === "string") pty.write(stdin);
  else if (stdin instanceof Uint8Array) pty.write(new TextDecoder().decode(stdin));
  if (!isOpenInput(stdin)) pty.write(endOfInput);
  return {
    pid: pty.pid,
    ended,
    writeInput,
    closeInput: async () => {
      if (!hasEnded) pty.write(endOfInput);
    },
    unref: () => undefined,
  };
}

/**
 * node-pty destroys its socket 200 ms after the exit. On a busy machine that comes before the last output was read:
 * timers run before the reading, so the destroying waits for a round of the loop in which nothing came.
 */
function readBeforeDestroy(pty: NodePty.IPty): void {
  const socket: unknown = "_socket" in pty ? pty._socket : undefined;
  // Private to node-pty: without it everything works, as it does elsewhere.
  if (!(socket instanceof Socket)) return;
  const destroy = socket.destroy.bind(socket);
  let heard = false;
  pty.onData(() => {
    heard = true;
  });
  let deadline = Number.POSITIVE_INFINITY;
  const whenQuiet = (): void => {
    // What writes on and on from the background is not waited for.
    if (!heard || performance.now() > deadline) {
      destroy();
      return;
    }
    heard = false;
    setImmediate(whenQuiet);
  };
  socket.destroy = () => {
    deadline = performance.now() + drainLimitMs;
    setImmediate(whenQuiet);
    return socket;
  };
}

/** Turns `\r\n` into `\n`, also where it is cut in two. */
function plainLineEnds(onText: (text: string) => void): {
  readonly pass: (text: string) => void;
  readonly end: () => void;
} {
  let heldBack = "";
  return {
    pass(text) {
      const whole = heldBack + text;
      heldBack = whole.endsWith("\r") ? "\r" : "";
      const shown = whole.slice(0, whole.length - heldBack.length).replaceAll("\r\n", "\n");
      if (shown !== "") onText(shown);
    },
    end() {
      if (heldBack !== "") onText(heldBack);
    },
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

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return found?.[0] ?? `signal ${number}`;
}
