import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { startChild } from "./child.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import type { Jail } from "./jail.ts";
import { limitArguments } from "./resource-limits.ts";

/** No jail: an ordinary process with an empty environment and, on Linux, limits. */
export function plainProcess({
  platform = process.platform,
}: { readonly platform?: NodeJS.Platform | undefined } = {}): Jail {
  return {
    level: "process",
    name: "none",
    gaps: [
      "Code can read and write every file that you can, and use the network.",
      ...(platform === "linux"
        ? []
        : ["Memory and processes are not limited, and a run may outlive this program."]),
    ],
    reserve: (limits) => ({
      async enter({ command, folder, limitAddresses: addresses }) {
        const work = join(folder, "work");
        const [, tasks] = await Promise.all([mkdir(work), ownTasks()]);
        const hidden = inheritedDescriptors();
        // Ends with this process, also where that is killed. Other systems have no such promise.
        const limited =
          platform === "linux"
            ? [
                ...["setpriv", "--pdeathsig", "KILL", "--no-new-privs"],
                ...limitArguments(limits, { processes: limits.maxProcesses + tasks, addresses }),
              ]
            : [];
        const entered = { command: [...limited, ...command], cwd: work, inputs: [], hidden };
        return { ...entered, work, start: (env) => startChild(entered, env), dispose: async () => {} };
      },
      release: async () => {},
    }),
  };
}

/** Processes and threads that the person has already: the system counts a run's among them. */
async function ownTasks(): Promise<number> {
  const user = process.getuid?.();
  if (user === 0) return 0; // Root's are not limited, whatever the number.
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const counts = await Promise.all(
    pids.map(async (pid) => {
      const folder = join("/proc", pid, "task");
      const { uid, nlink } = await stat(folder).catch(() => ({ uid: -1, nlink: 0 }));
      return uid === user ? Math.max(0, nlink - 2) : 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
