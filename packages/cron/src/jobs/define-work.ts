import { changed } from "./changed.ts";
import type { JobRequest } from "./cron-jobs.ts";
import type { JobWork } from "./job.ts";

/** What only the home knows of the parts of a job. Each says what speaks against one, as sentences; none where it is fine. */
export interface JobChecks {
  readonly skill?: ((name: string) => Promise<readonly string[]>) | undefined;
  readonly toolset?: ((name: string) => Promise<readonly string[]>) | undefined;
  /** A path below the folder of scripts. */
  readonly script?: ((path: string) => Promise<readonly string[]>) | undefined;
  readonly folder?: ((path: string) => Promise<readonly string[]>) | undefined;
}

export interface WorkOptions {
  readonly before: JobWork | undefined;
  readonly checks: JobChecks;
  /** Gets a sentence for each thing that is wrong. */
  readonly problems: string[];
}

/** Says nothing to a model that a script without one could hear. */
const ofModels = ["prompt", "skills", "model", "provider", "toolsets", "contextFrom"] as const;

/**
 * What is done, by a request and what was done before.
 *
 * @param request `contextFrom` as ids.
 * @returns Undefined where something is wrong.
 */
export async function defineWork(
  request: JobRequest,
  { before, checks, problems }: WorkOptions,
): Promise<JobWork | undefined> {
  const wrong = problems.length;
  const script = changed(request.script, before?.script);
  if (typeof request.script === "string") problems.push(...((await checks.script?.(request.script)) ?? []));
  if (request.noAgent ?? before?.type === "script") {
    const said = ofModels.filter((part) => !isEmpty(request[part]));
    if (said.length > 0)
      problems.push(`A job without a model takes no ${said.join(", ")}: noAgent is for its script alone.`);
    if (script === undefined) problems.push("A job without a model needs a script.");
    return problems.length > wrong || script === undefined ? undefined : { type: "script", script };
  }
  const was = before?.type === "prompt" ? before : undefined;
  const work: JobWork = {
    type: "prompt",
    prompt: request.prompt ?? was?.prompt ?? "",
    skills: request.skills ?? was?.skills ?? [],
    model: changed(request.model, was?.model),
    provider: changed(request.provider, was?.provider),
    toolsets: changed(request.toolsets, was?.toolsets),
    script,
    contextFrom: request.contextFrom ?? was?.contextFrom ?? [],
  };
  for (const name of request.skills ?? [])
    // oxlint-disable-next-line no-await-in-loop -- few, and in the order of the request
    problems.push(...((await checks.skill?.(name)) ?? []));
  for (const name of request.toolsets ?? [])
    // oxlint-disable-next-line no-await-in-loop -- as above
    problems.push(...((await checks.toolset?.(name)) ?? []));
  if (work.prompt === "" && work.skills.length === 0 && script === undefined)
    problems.push("A job needs a prompt, skills or a script.");
  return problems.length > wrong ? undefined : work;
}

function isEmpty(value: string | readonly string[] | null | undefined): boolean {
  return value === undefined || value === null || value.length === 0;
}

/** A name for a job that was given none: the first words of what it does. */
export function nameAfterWork(work: JobWork): string {
  const text =
    work.type === "script" ? work.script : work.prompt || work.skills.join(", ") || (work.script ?? "");
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Z}]+/gu, " ").trim() || "Job";
  if (line.length <= maxWordsChars) return line;
  const cut = line.slice(0, maxWordsChars + 1);
  const end = cut.lastIndexOf(" ");
  return (end > 0 ? cut.slice(0, end) : [...cut].slice(0, -1).join("")).replace(/[\s\p{Cs},;:.]+$/u, "");
}

const maxWordsChars = 50;
