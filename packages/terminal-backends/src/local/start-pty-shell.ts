import type * as NodePty from "@lydell/node-pty";
import { HermesError } from "@hermes/registry";
import { endProcessTree, killGraceMs } from "./process-tree.ts";
import { startPty } from "./pty-process.ts";
import type { TerminalSize } from "./pty-process.ts";
import { inputClosed, isOpenInput, shellArguments } from "./start-shell.ts";
import type { RunningShell, StartShellOptions } from "./start-shell.ts";

export interface StartPtyShellOptions extends Omit<StartShellOptions, "pipe"> {
  readonly size: TerminalSize;
  /** Output as the program writes it. Otherwise line ends come as `\n`. */
  readonly raw: boolean;
}

/**
 * Starts a shell in a pseudo terminal, which is also its process group.
 *
 * @throws {HermesError} `BACKEND_NO_PTY` when `@lydell/node-pty` is not installed.
 */
export async function startPtyShell(options: StartPtyShellOptions): Promise<RunningShell> {
  const { shell, stdin, marker } = options;
  const pty = startPty(await loadNodePty(), {
    ...options,
    program: shell.path,
    args: shellArguments(options),
  });
  const { pid, ended } = pty;
  if (typeof stdin === "string") pty.type(stdin);
  else if (stdin instanceof Uint8Array) pty.type(new TextDecoder().decode(stdin));
  if (!isOpenInput(stdin)) pty.endInput();
  return {
    pid,
    ended,
    writeInput: async (text) => {
      if (!pty.type(text)) throw inputClosed();
    },
    closeInput: async () => pty.endInput(),
    unref: () => undefined,
    endTree: () => endProcessTree({ groups: [pid], marker }, killGraceMs),
  };
}

async function loadNodePty(): Promise<typeof NodePty> {
  try {
    return await import("@lydell/node-pty");
  } catch (cause) {
    throw noPty(cause);
  }
}

export function noPty(cause?: unknown): HermesError {
  return new HermesError("There is no pseudo terminal here: @lydell/node-pty is not installed.", {
    code: "BACKEND_NO_PTY",
    hint: "Run the command without pty, or install it: npm install @lydell/node-pty",
    cause,
  });
}
