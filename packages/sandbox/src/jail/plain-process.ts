import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Jail } from "./jail.ts";
import { limitArguments } from "./resource-limits.ts";

/** No jail: an ordinary process with an empty environment and, on Linux, limits. */
export function plainProcess({
  platform = process.platform,
}: { readonly platform?: NodeJS.Platform | undefined } = {}): Jail {
  return {
    level: "process",
    name: "none",
    gaps: ["Code can read and write every file that you can, and use the network."],
    async enter(run) {
      const work = join(run.folder, "work");
      await mkdir(work);
      // Ends with this process, also where that is killed. Other systems have no such promise.
      const limited = platform === "linux" ? ["setpriv", "--pdeathsig", "KILL", ...limitArguments(run)] : [];
      return { command: [...limited, ...run.command], work, cwd: work, inputs: [], dispose: async () => {} };
    },
  };
}
