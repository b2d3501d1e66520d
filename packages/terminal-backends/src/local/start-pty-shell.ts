import { constants } from "node:os";
import type * as NodePty from "@lydell/node-pty";
import { HermesError } from "@hermes/registry";
import { shellArguments } from "./start-shell.ts";
import type { RunningShell, ShellExit, StartShellOptions } from "./start-shell.ts";

const columns = 120;
const rows = 30;
/** What Ctrl-D sends: the end of the input. */
const endOfInput = "\x04";

/**
 * Starts a shell in a pseudo terminal of 120 × 30, which is also its process group. Line ends come as `\n`.
 *
 * @throws {HermesError} `BACKEND_PTY_MISSING` when `@lydell/node-pty` is not installed.
 */
export async function startPtyShell(options: Omit<StartShellOptions, "pipe">): Promise<RunningShell> {
  const { shell, cwd, env, stdin, onText } = options;
  const { spawn } = await loadNodePty();
  const pty = spawn(shell.path, shellArguments(options), {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { ...env },
  });
  let heldBack = "";
  pty.onData((text) => {
    // A line end may be cut in two.
    const whole = heldBack + text;
    heldBack = whole.endsWith("\r") ? "\r" : "";
    const shown = whole.slice(0, whole.length - heldBack.length).replaceAll("\r\n", "\n");
    if (shown !== "") onText(shown);
  });
  const ended = new Promise<ShellExit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      if (heldBack !== "") onText(heldBack);
      resolve(
        signal === undefined || signal === 0 ? { exitCode } : { exitCode: null, signal: signalName(signal) },
      );
    });
  });
  if (stdin !== undefined) pty.write(typeof stdin === "string" ? stdin : new TextDecoder().decode(stdin));
  pty.write(endOfInput);
  return { pid: pty.pid, ended, unref: () => undefined };
}

async function loadNodePty(): Promise<typeof NodePty> {
  try {
    return await import("@lydell/node-pty");
  } catch (cause) {
    throw new HermesError("There is no pseudo terminal here: @lydell/node-pty is not installed.", {
      code: "BACKEND_PTY_MISSING",
      hint: "Run the command without pty, or install it: npm install @lydell/node-pty",
      cause,
    });
  }
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return found?.[0] ?? `signal ${number}`;
}
