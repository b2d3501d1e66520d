import { rmSync, writeFileSync } from "node:fs";
import type { ExecOptions, OpenedTerminal, OpenTerminal } from "../backend.ts";
import { quoteShellWord } from "../shell-script.ts";
import { endProcessTree, killGraceMs } from "./process-tree.ts";
import { inputClosed, shellArguments } from "./start-shell.ts";
import type { RunningShell, ShellExit, StartShellOptions } from "./start-shell.ts";

export interface StartInTerminalOptions extends Pick<ExecOptions, "onTerminal" | "signal"> {
  readonly openTerminal: OpenTerminal;
  /** Where what is started is written, until it has ended. */
  readonly file: string;
}

/**
 * Has a shell started in a terminal of somebody else, with the same environment, folder and input as here. Undefined: they can't.
 *
 * @throws what `openTerminal` throws.
 */
export async function startInTerminal(
  options: Omit<StartShellOptions, "pipe">,
  { file, openTerminal, onTerminal, signal }: StartInTerminalOptions,
): Promise<RunningShell | undefined> {
  writeFileSync(file, startScript(options), { mode: 0o600 });
  const remove = (): void => rmSync(file, { force: true });
  const { cwd, marker, onText } = options;
  const opening = openTerminal({ command: "/usr/bin/env", args: ["-i", "/bin/sh", file], cwd });
  const terminal = await unlessAborted(opening, signal).catch((error: unknown) => {
    remove();
    throw error;
  });
  if (terminal === undefined) {
    // One that is opened later finds nothing to run.
    remove();
    opening.then(async (late) => await late?.release()).catch(() => undefined);
    return signal?.aborted === true ? notStarted : undefined;
  }
  onTerminal?.(terminal.id);
  const endProcesses = async (): Promise<void> => await endProcessTree({ groups: [], marker }, killGraceMs);
  return {
    ...notStarted,
    ended: endOf(terminal, { onText, endProcesses }).finally(remove),
    async endTree() {
      // Whoever does not answer must not keep its processes.
      terminal.kill().catch(() => undefined);
      await endProcesses();
    },
  };
}

/** Where it ended before it began. */
const notStarted: RunningShell = {
  pid: undefined,
  ended: Promise.resolve({ exitCode: null }),
  writeInput: () => Promise.reject(inputClosed()),
  closeInput: async () => undefined,
  unref: () => undefined,
  endTree: async () => undefined,
};

/** Everything is in a file: words of a command line may be taken apart again, and be seen by others. */
function startScript(options: Omit<StartShellOptions, "pipe">): string {
  const { shell, cwd, env } = options;
  return [
    `cd ${quoteShellWord(cwd)} || exit`,
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quoteShellWord(value)}`),
    `exec ${[shell.path, ...shellArguments(options)].map(quoteShellWord).join(" ")} </dev/null`,
    "",
  ].join("\n");
}

/** Undefined: the abort came first. A person may be asked, so that nothing is decided by time. */
async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const giveUp = (): void => aborted.resolve(undefined);
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted === true) giveUp();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

interface EndOptions {
  readonly onText: (text: string) => void;
  readonly endProcesses: () => Promise<void>;
}

async function endOf(terminal: OpenedTerminal, { onText, endProcesses }: EndOptions): Promise<ShellExit> {
  let exit: ShellExit = { exitCode: null };
  let lost: string | undefined;
  try {
    exit = await terminal.exited;
  } catch (error) {
    lost = error instanceof Error ? error.message : String(error);
    await endProcesses();
  }
  onText(await terminal.output().catch(() => ""));
  if (lost !== undefined) onText(`\n[The terminal was lost: ${lost}]\n`);
  terminal.release().catch(() => undefined);
  return exit;
}
