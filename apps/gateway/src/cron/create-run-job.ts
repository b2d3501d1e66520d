import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { slotKey } from "@hermes/cron";
import type { JobRun, RunJob, RunResult } from "@hermes/cron";
import { gatewayPaths } from "../gateway-paths.ts";
import { answerPrompt } from "./answer-prompt.ts";
import { answerScript } from "./answer-script.ts";
import { deliverAnswer } from "./deliver-answer.ts";
import { failedAnswer } from "./job-parts.ts";
import type { JobAnswer, JobParts } from "./job-parts.ts";

export interface CreateRunJobOptions extends Omit<JobParts, "now"> {
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Of processes in one run: somebody is told before the scheduler itself gives it up. */
const mostDeaths = 2;
/** The longest text of a receipt. */
const receiptChars = 8_000;

/** Does what a job of a home is for: asks a model in a session of its own, or runs a script, and puts the answer into the outbox. */
export function createRunJob({ now = Date.now, ...options }: CreateRunJobOptions): RunJob {
  const parts: JobParts = { ...options, now };
  return async (run) => {
    const { job, signal } = run;
    const folder = job.folder ?? join(gatewayPaths(parts.home.loaded.home).jobs, job.id);
    const answer = await attempt(parts, run, folder);
    if (answer === "nothing") return answer;
    const deliveries = await deliverAnswer(parts, run, { answer, folder });
    // Who ended it writes the receipt; that it took too long was told.
    if (answer.outcome === "timed-out") signal.throwIfAborted();
    const { outcome, text, error } = answer;
    return { outcome, text: text.slice(0, receiptChars), error, usd: await costOf(parts, run), deliveries };
  };
}

async function attempt(parts: JobParts, run: JobRun, folder: string): Promise<JobAnswer | "nothing"> {
  const { job, slot, signal } = run;
  const { work, limits } = job;
  try {
    signal.throwIfAborted();
    if (slot.deaths >= mostDeaths) return interrupted(slot.deaths);
    if (job.folder === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    if (work.type === "script") return await answerScript(parts, run, { script: work.script, folder });
    return await answerPrompt(parts, run, { work, folder });
  } catch (error) {
    if (!signal.aborted) return failedAnswer(error);
    if (signal.reason !== "timed-out") throw signal.reason;
    const message = `It ran for ${limits.seconds} s, which is its limit, and was ended.`;
    const late = { code: "CRON_TIMEOUT", message, hint: "Ask for less, or give the job a longer limit." };
    return { outcome: "timed-out", text: "", error: late, provenance: [] };
  }
}

function interrupted(deaths: number): JobAnswer {
  const message = `Hermes ended ${deaths} times while it ran, so it is not gone on with.`;
  const hint = "See the log for why, and run the job again where that is needed.";
  const error = { code: "CRON_INTERRUPTED", message, hint };
  return { outcome: "interrupted", text: "", error, provenance: [] };
}

/** In US dollars; undefined where nothing with a price was asked. */
async function costOf({ runtime, now }: JobParts, { slot }: JobRun): Promise<RunResult["usd"]> {
  const { spending } = await runtime.store();
  const { usd } = spending.spent(undefined, now(), slotKey(slot)).job.settled;
  return usd === 0 ? undefined : usd;
}
