import type { SessionNotices } from "@hermes/agent-loop";
import type { State } from "@hermes/state";
import type { Backend, ProcessTable } from "@hermes/terminal-backends";
import { lazy } from "../lazy.ts";
import type { Lazy } from "../lazy.ts";

/** What runs in the background of the sessions, and their pending notices. */
export interface SessionProcesses {
  readonly table: Lazy<ProcessTable>;
  /** How many commands of the session run in the background, as far as it was opened or has started any. */
  running(sessionId: string): number;
  /** The notices of sessions, those of processes among them as they are stored. */
  notices(stored: SessionNotices): SessionNotices;
  /** A message that tells these is in the history. */
  told(sessionId: string, ids: readonly string[]): Promise<void>;
  /** Looks for what an earlier run of the program left behind in a session that goes on. */
  restore(sessionId: string): Promise<void>;
}

export interface SessionProcessesOptions {
  readonly backend: () => Promise<Backend>;
  readonly store: () => Promise<State>;
}

/** Nothing is loaded before the first process, or the first record of one. */
export function createSessionProcesses({ backend, store }: SessionProcessesOptions): SessionProcesses {
  let current: ProcessTable | undefined;
  const table = lazy(async () => {
    const [{ ProcessTable }, { storedProcesses }, place] = await Promise.all([
      import("@hermes/terminal-backends"),
      import("./stored-processes.ts"),
      backend(),
    ]);
    current = new ProcessTable({ backend: place, records: storedProcesses(store) });
    return current;
  });
  return {
    table,
    running: (sessionId) => current?.running(sessionId) ?? 0,
    notices: (stored) => ({
      ...stored,
      async take(sessionId) {
        // What is handed out is not changed any more; a change under way comes first.
        if ((current?.notices(sessionId).length ?? 0) > 0) await current?.stored(sessionId);
        return await stored.take(sessionId);
      },
    }),
    async told(sessionId, ids) {
      const { processNoticeIds } = await import("./stored-processes.ts");
      await current?.delivered(sessionId, processNoticeIds(ids));
    },
    async restore(sessionId) {
      const { storedProcesses } = await import("./stored-processes.ts");
      const left = await storedProcesses(store).load(sessionId);
      if (left.length > 0) await (await table()).restore(sessionId);
    },
  };
}
