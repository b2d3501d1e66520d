import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { JobAuthor, JobRequest } from "../jobs/cron-jobs.ts";

export type CronAction =
  | "create"
  | "list"
  | "update"
  | "pause"
  | "resume"
  | "remove"
  | "run"
  | "run_now"
  | "trigger";

/** A call of `cronjob`, as models write it. */
export interface CronCall {
  readonly action: CronAction;
  readonly job_id?: string | undefined;
  readonly name?: string | undefined;
  readonly prompt?: string | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly schedule?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly repeat?: number | undefined;
  readonly deliver?: readonly string[] | undefined;
  readonly model?:
    | { readonly provider?: string | undefined; readonly model?: string | undefined }
    | undefined;
  readonly enabled_toolsets?: readonly string[] | undefined;
  readonly workdir?: string | undefined;
  readonly script?: string | undefined;
  readonly no_agent?: boolean | undefined;
  readonly context_from?: readonly string[] | undefined;
  readonly budget_usd?: number | undefined;
  readonly catch_up?: JobRequest["catchUp"];
  readonly overlap?: JobRequest["overlap"];
}

/** What it wants of a job. Models have no null: what is empty goes back to the default. */
export function requestOf(call: CronCall): JobRequest {
  const { model, repeat, enabled_toolsets: toolsets } = call;
  return {
    ...{ name: call.name, prompt: call.prompt, skills: call.skills },
    ...{ schedule: call.schedule, timeZone: call.time_zone, deliver: call.deliver },
    repeat: repeat === undefined ? undefined : Math.max(0, repeat),
    model: orDefault(model?.model),
    provider: orDefault(model?.provider),
    toolsets: toolsets?.length === 0 ? null : toolsets,
    folder: orDefault(call.workdir),
    script: orDefault(call.script),
    ...{ noAgent: call.no_agent, contextFrom: call.context_from },
    usd: call.budget_usd === 0 ? null : call.budget_usd,
    ...{ catchUp: call.catch_up, overlap: call.overlap },
  };
}

function orDefault(text: string | undefined): string | null | undefined {
  return text === "" ? null : text;
}

/** @throws {HermesError} `CRON_NO_JOB` where none is named. */
export function namedJob({ action, job_id: id = "" }: CronCall): string {
  if (id !== "") return id;
  throw new HermesError(`${action} needs job_id.`, {
    code: "CRON_NO_JOB",
    hint: "action: list shows the jobs.",
  });
}

/** On whose word a call writes. Only what a person typed as a call is theirs. */
export function authorOf({ origin, sessionId, provenance }: ToolContext): JobAuthor {
  const { platform, chatId, threadId, userId, entryPoint } = origin;
  return {
    by: entryPoint === "tools-call" ? "person" : "model",
    sessionId,
    // Where a job runs nobody reads along.
    origin: platform === "cron" ? undefined : { platform, chatId, threadId, userId },
    provenance,
  };
}
