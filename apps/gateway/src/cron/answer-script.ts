import type { JobRun } from "@hermes/cron";
import { isSilence } from "@hermes/gateway";
import { HermesError } from "@hermes/registry";
import { failedAnswer } from "./job-parts.ts";
import type { JobAnswer, JobParts } from "./job-parts.ts";
import { scriptOutput } from "./script-output.ts";

/**
 * What a script says without a model. One that was cut off, with this process or an earlier one, may have done a part of its work: it
 * is not run again.
 *
 * @returns `nothing` where it prints nothing.
 * @throws the reason of the signal, but for `shutdown`.
 */
export async function answerScript(
  parts: JobParts,
  run: JobRun,
  script: { readonly script: string; readonly folder: string },
): Promise<JobAnswer | "nothing"> {
  if (run.slot.deaths > 0) return interrupted(script);
  try {
    const { text, provenance } = await scriptOutput(parts, run, script);
    if (text === "") return "nothing";
    return { outcome: isSilence(text) ? "silent" : "answered", text, provenance };
  } catch (error) {
    if (run.signal.aborted && run.signal.reason === "shutdown") return interrupted(script);
    run.signal.throwIfAborted();
    const isLate = HermesError.is(error) && error.code === "CRON_SCRIPT_TIMEOUT";
    return { ...failedAnswer(error), ...(isLate ? { outcome: "timed-out" } : {}) };
  }
}

function interrupted({ script }: { readonly script: string }): JobAnswer {
  const message = `Hermes ended while the script ${script} ran. It is not run again by itself.`;
  const hint = "See what it has done, and run the job again where that is needed.";
  const error = { code: "CRON_INTERRUPTED", message, hint };
  return { outcome: "interrupted", text: "", error, provenance: [] };
}
