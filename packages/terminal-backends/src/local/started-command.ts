import type { ExecOptions } from "../backend.ts";
import type { LocalTask } from "./local-task.ts";
import type { TerminalSize } from "./pty-process.ts";
import type { RunningShell, StartShellOptions } from "./start-shell.ts";

export interface CommandToStart {
  readonly command: string;
  readonly task: LocalTask;
  readonly options: Pick<ExecOptions, "cwd" | "env" | "wall" | "openTerminal" | "onTerminal" | "signal"> &
    Pick<StartShellOptions, "stdin"> & { readonly pty?: boolean | TerminalSize | undefined };
  /** Whether what it leaves behind is for the next command. */
  readonly save: boolean;
  readonly onText: (text: string) => void;
}

/** A command that runs, outside or behind the wall. */
export interface StartedCommand {
  readonly shell: RunningShell;
  /** Takes over what it left behind. Once it has ended. */
  adopt(): void;
  /** What the reader of its output must know. Once it has ended, with the output if it failed. */
  notices(output: string): readonly string[];
  /** Lets go of its files. Once it has ended. */
  finish(): void;
}

const defaultTerminalSize: TerminalSize = { columns: 120, rows: 30 };

/** The terminal that was asked for. Undefined: none. */
export function terminalOf(
  pty: boolean | TerminalSize | undefined,
): { readonly size: TerminalSize; readonly raw: boolean } | undefined {
  if (pty === undefined || pty === false) return undefined;
  return pty === true ? { size: defaultTerminalSize, raw: false } : { size: pty, raw: true };
}
