import type { RunSkillCheck, SkillCheckResult } from "@hermes/skills";
import type { RuntimeParts } from "../runtime-parts.ts";

const limits = { timeoutMs: 60_000, maxOutputChars: 20_000, memoryMegabytes: 512, fileMegabytes: 64 };

/** Runs the check of a skill in the jail, on a copy and without network. Elsewhere it does not run. */
export function checkSkill({ env }: Pick<RuntimeParts, "env">): RunSkillCheck {
  return async ({ folder }, script, { signal }) => {
    const [{ chooseIsolation }, { runScript }] = await Promise.all([
      import("@hermes/jail"),
      import("@hermes/sandbox"),
    ]);
    // Whatever the settings say about code of the session: nobody is asked about this.
    const isolation = process.platform === "win32" ? undefined : await chooseIsolation("jail");
    if (isolation === undefined) return notRun("There is no jail on Windows.");
    if ("refused" in isolation) return notRun(`${isolation.refused.replace(/\.$/, "")}. ${isolation.hint}`);
    const run = await runScript({ jail: isolation.jail, folder, script, limits, env, signal });
    signal.throwIfAborted();
    if (!run.ran) return notRun(run.reason);
    const late = run.ended === "timeout" ? `\nIt was ended after ${limits.timeoutMs / 1_000} seconds.` : "";
    return { passed: run.exitCode === 0 && run.ended === "by-itself", output: `${run.output}${late}` };
  };
}

function notRun(reason: string): SkillCheckResult {
  return { passed: undefined, output: reason };
}
