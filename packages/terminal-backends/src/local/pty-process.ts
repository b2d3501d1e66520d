import { Socket } from "node:net";
import { constants } from "node:os";
import type * as NodePty from "@lydell/node-pty";
import type { ShellExit } from "./start-shell.ts";

export interface StartPtyOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly size: TerminalSize;
  /** Output as the program writes it. Otherwise line ends come as `\n`. */
  readonly raw: boolean;
  readonly onText: (text: string) => void;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface PtyProcess {
  readonly pid: number;
  readonly ended: Promise<ShellExit>;
  /** False: it has ended, and nothing was typed. */
  type(text: string): boolean;
  /** Types what ends the input. */
  endInput(): void;
}

const drainLimitMs = 250;
/** What Ctrl-D sends: the end of the input. */
const endOfInput = "\x04";

/** Starts a program in a pseudo terminal, which is also its process group. */
export function startPty(nodePty: typeof NodePty, options: StartPtyOptions): PtyProcess {
  const { program, args, cwd, env, size, raw, onText } = options;
  const pty = nodePty.spawn(program, [...args], {
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
  const type = (text: string): boolean => {
    if (!hasEnded) pty.write(text);
    return !hasEnded;
  };
  return { pid: pty.pid, ended, type, endInput: () => type(endOfInput) };
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
  let received = false;
  pty.onData(() => {
    received = true;
  });
  let deadline = Number.POSITIVE_INFINITY;
  const whenQuiet = (): void => {
    // What writes on and on from the background is not waited for.
    if (!received || performance.now() > deadline) {
      destroy();
      return;
    }
    received = false;
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

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return found?.[0] ?? `signal ${number}`;
}
