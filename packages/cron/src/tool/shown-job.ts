import type { JobView } from "../jobs/cron-jobs.ts";
import type { Slot } from "../scheduler/slot.ts";
import { isoIn } from "./iso-in.ts";

/** A job as a model reads it. */
export interface ShownJob {
  readonly job_id: string;
  readonly name: string;
  /** In words: what a person is told. */
  readonly reading: string;
  /** ISO 8601 with an offset. */
  readonly next_run_at: string | null;
  readonly schedule: string;
  readonly skill: string | null;
  readonly skills: readonly string[];
  /** `null`: no end. */
  readonly repeat: number | null;
  readonly deliver: string;
  readonly [field: string]: unknown;
}

const states = { active: "scheduled", paused: "paused", done: "completed" } as const;

/** @param timeZone Of the times. */
export function shownJob({ job, reading, last, warnings }: JobView, timeZone: string): ShownJob {
  const { work, limits } = job;
  const at = (time: number | undefined) => (time === undefined ? null : isoIn(time, timeZone));
  const ofModel = work.type === "prompt" ? work : undefined;
  return {
    job_id: job.id,
    name: job.name,
    schedule: job.written,
    reading,
    next_run_at: at(job.nextAt),
    repeat: job.repeat ?? null,
    deliver: job.deliver.join(","),
    enabled: job.state === "active",
    state: states[job.state],
    paused_reason: job.pausedBecause,
    prompt_preview: ofModel && ofModel.prompt.slice(0, 100),
    skill: ofModel?.skills[0] ?? null,
    skills: ofModel?.skills ?? [],
    model: ofModel?.model ?? null,
    provider: ofModel?.provider ?? null,
    enabled_toolsets: ofModel?.toolsets,
    script: work.script,
    no_agent: work.type === "script" ? true : undefined,
    context_from: ofModel?.contextFrom.length === 0 ? undefined : ofModel?.contextFrom,
    workdir: job.folder,
    budget_usd: limits.usd,
    catch_up: job.catchUp,
    overlap: job.overlap,
    last_run_at: at(last?.startedAt),
    last_status: last === undefined ? null : statusOf(last),
    last_error: last?.result?.error?.message,
    last_delivery_error: last?.result?.deliveries.find(({ problem }) => problem !== undefined)?.problem,
    warnings: warnings.length === 0 ? undefined : warnings.map(({ id, reason }) => `${reason} (${id})`),
  };
}

function statusOf({ state, reason, result }: Slot): string {
  if (result === undefined) return reason === undefined ? state : `${state}: ${reason}`;
  return result.outcome === "answered" || result.outcome === "silent" ? "ok" : "error";
}
