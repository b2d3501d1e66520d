import { untrustedSources } from "@hermes/registry";
import { nextTime } from "../schedule/due-times.ts";
import type { JobAuthor, JobRequest, PromptFinding } from "./cron-jobs.ts";
import { defineJob } from "./define-job.ts";
import type { DefineOptions } from "./define-job.ts";
import type { Job, JobDefinition } from "./job.ts";
import { freeName, nameTaken } from "./job-names.ts";
import { refuseFindings } from "./refuse-findings.ts";

/** Looks for prompt injection in what a model will be told by a job. */
export type ScanPrompt = (text: string) => Promise<readonly PromptFinding[]>;

export interface DraftOptions extends DefineOptions {
  readonly scan: ScanPrompt;
  readonly createId: () => string;
}

/** A job as it is to be kept. */
export interface JobDraft {
  readonly job: Job;
  /** What becomes of its slots that wait. */
  readonly skipWaiting?: "edited" | "paused" | undefined;
  /** Of the scan. */
  readonly warnings?: readonly PromptFinding[] | undefined;
}

/**
 * What a request makes of a job, or of nothing.
 *
 * @throws {HermesError} as `create` and `edit` of `CronJobs`.
 */
export async function draftJob(request: JobRequest, options: DraftOptions): Promise<JobDraft> {
  const { author, before, jobs, now } = options;
  const definition = await defineJob(request, options);
  const said = [request.name, request.prompt].filter((text) => text !== undefined && text !== "");
  const warnings = said.length === 0 ? [] : await options.scan(said.join("\n\n"));
  if (author.by === "model") refuseFindings(warnings);
  const name = request.name ?? before?.name ?? freeName(definition.name, jobs);
  if (jobs.some((each) => each.name === name && each.id !== before?.id)) throw nameTaken(name);
  if (before !== undefined) return { ...editedJob(before, definition, { author, now }), warnings };
  const times = { createdAt: now, changedAt: now, nextAt: nextTime(definition.schedule, now) };
  const fresh = { id: options.createId(), state: "active", runs: 0, revision: 0 } as const;
  return { job: { ...definition, ...fresh, ...times, ...authorOf(author), name }, warnings };
}

/** A job as it was with another definition. What a model has written stays written by a model, whoever changes a part of it. */
function editedJob(
  before: Job,
  definition: JobDefinition,
  { author, now }: { readonly author: JobAuthor; readonly now: number },
): JobDraft {
  const isRescheduled = JSON.stringify(definition.schedule) !== JSON.stringify(before.schedule);
  // With another schedule or number of runs it begins anew.
  const isRevived = before.state === "done" && (isRescheduled || definition.repeat !== before.repeat);
  const state = isRevived ? "active" : before.state;
  const next = isRescheduled || isRevived ? nextTime(definition.schedule, now) : before.nextAt;
  const { madeBy, madeIn } = author.by === "model" ? authorOf(author) : before;
  const provenance = untrustedSources(before.provenance, author.provenance);
  const nextAt = state === "active" ? next : undefined;
  const job: Job = { ...before, ...definition, state, nextAt, madeBy, madeIn, provenance };
  return { job, skipWaiting: isRescheduled ? "edited" : undefined };
}

function authorOf({
  by,
  sessionId,
  origin,
  provenance,
}: JobAuthor): Pick<Job, "madeBy" | "madeIn" | "origin" | "provenance"> {
  return {
    origin,
    madeBy: by,
    madeIn: by === "model" ? sessionId : undefined,
    provenance: untrustedSources(provenance),
  };
}
