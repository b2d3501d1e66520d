import { HermesError } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { CronJobs, JobAuthor, JobView } from "../jobs/cron-jobs.ts";
import { authorOf, namedJob, requestOf } from "./cron-call.ts";
import type { CronCall } from "./cron-call.ts";
import { isoIn } from "./iso-in.ts";

/**
 * What speaks against a call. What a job does goes on without a person, so that one agrees to it; where the call could do nothing
 * they are not asked.
 */
export async function findingsOf(
  call: CronCall,
  context: ToolContext,
  jobs: CronJobs,
): Promise<readonly ToolFinding[]> {
  if (call.action === "list") return [];
  const found: ToolFinding[] = [];
  try {
    const reason = await consequenceOf(call, authorOf(context), jobs);
    if (reason !== undefined) found.push({ id: "cron.change", severity: "ask", reason });
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    const { message: reason, hint: advice = "Correct it, and call again." } = error;
    return [{ id: "cron.invalid", severity: "refuse", reason, advice }];
  }
  if (context.origin.platform === "cron")
    found.push({
      id: "cron.by-job",
      severity: "ask",
      reason: "A job changes jobs only where a rule says so.",
    });
  return found;
}

/** As a sentence for a person; undefined where nothing goes on by it. */
async function consequenceOf(call: CronCall, author: JobAuthor, jobs: CronJobs): Promise<string | undefined> {
  const { action } = call;
  if (action === "create" || action === "update") {
    const { job, reading } = await previewed(call, author, jobs);
    const what = action === "create" ? "have this done" : `change the job "${job.name}", which is done`;
    return `It would ${what} ${reading}, with nobody watching.`;
  }
  const { job, reading } = await jobs.get(namedJob(call));
  switch (action) {
    case "remove":
      return `It would remove the job "${job.name}" (${reading}).`;
    case "resume":
      return `It would have the job "${job.name}" done again ${reading}, with nobody watching.`;
    case "pause":
      return undefined;
    default:
      return `It would run the job "${job.name}" now, with nobody watching.`;
  }
}

/** What a call would make of a job, for a person to agree to; undefined where it makes none. */
export async function changesOf(
  call: CronCall,
  { jobs, timeZone }: { readonly jobs: CronJobs; readonly timeZone: string },
): Promise<string | undefined> {
  if (call.action !== "create" && call.action !== "update") return undefined;
  const { job, reading } = await previewed(call, { by: "model" }, jobs);
  const { work, limits } = job;
  // Where nothing is said it is the chat that the call is made in, which is not known here.
  const isToOrigin = call.action === "create" && (call.deliver ?? []).length === 0;
  const rows = [
    ["name", job.name],
    ["when", reading],
    ["next", job.nextAt === undefined ? undefined : isoIn(job.nextAt, timeZone)],
    ["to", isToOrigin ? undefined : job.deliver.join(", ")],
    ["folder", job.folder],
    ["script", work.script],
    ["skills", work.type === "prompt" ? work.skills.join(", ") : undefined],
    ["toolsets", work.type === "prompt" ? work.toolsets?.join(", ") : undefined],
    ["model", work.type === "prompt" ? (work.model ?? work.provider) : "none"],
    ["at most", limits.usd === undefined ? undefined : `$${limits.usd} a run`],
  ].flatMap(([label, value]) => (value === undefined || value === "" ? [] : [`${label}: ${value}`]));
  return [...rows, ...(work.type === "prompt" && work.prompt !== "" ? ["", work.prompt] : [])].join("\n");
}

async function previewed(call: CronCall, author: JobAuthor, jobs: CronJobs): Promise<JobView> {
  return await jobs.preview(requestOf(call), author, call.action === "create" ? undefined : namedJob(call));
}

/** A call in a few words. */
export function shownCall({ action, job_id: id, name, schedule, prompt }: CronCall): string {
  const what = [id ?? name, schedule, prompt].filter((text) => text !== undefined && text !== "").join(": ");
  const line = `${action} ${what}`.replaceAll(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
