import { setTimeout as delay } from "node:timers/promises";
import type { BackendProcess, ProcessHandle } from "../backend.ts";
import { startTimeOf } from "./process-identity.ts";
import { endProcessTree, killGraceMs } from "./process-tree.ts";
import { inputClosed } from "./start-shell.ts";
import type { ShellExit } from "./start-shell.ts";

const pollMs = 250;

/** A process of an earlier run that nobody listens to any more: its end can be waited for or brought about. */
export function findOrphan(
  handle: Extract<ProcessHandle, { readonly pid: number }>,
): BackendProcess | undefined {
  const { pid, startedAt } = handle;
  const isAlive = (): boolean => startTimeOf(pid) === startedAt;
  if (!isAlive()) return undefined;
  const exited = (async (): Promise<ShellExit> => {
    while (isAlive()) await delay(pollMs, undefined, { ref: false });
    return { exitCode: null };
  })();
  return {
    id: `found-${pid}`,
    pid,
    handle,
    output: () => "",
    exited,
    onOutput: () => () => undefined,
    write: async () => {
      throw inputClosed();
    },
    closeInput: async () => undefined,
    async kill() {
      // The marker of a lost run is not known: the group is what can be reached.
      if (isAlive()) await endProcessTree({ groups: [pid], marker: `\0no marker` }, killGraceMs);
      await keepProgramFor(exited);
    },
  };
}

/** What is waited for here comes by timers that would let the program end. */
async function keepProgramFor<Result>(promise: Promise<Result>): Promise<Result> {
  const hold = setInterval(() => undefined, 1_000);
  try {
    return await promise;
  } finally {
    clearInterval(hold);
  }
}
