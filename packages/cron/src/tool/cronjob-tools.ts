/** The tools that schedule work. Loads what reads schedules with the first call. */
import { defineTool, textArgument } from "@hermes/registry";
import type { InputOf, Tool, ToolAction } from "@hermes/registry";
import { z } from "zod";
import type { CronJobs } from "../jobs/cron-jobs.ts";
import type { CronCall } from "./cron-call.ts";
import { changesOf, findingsOf, shownCall } from "./judge-call.ts";
import { makeCall } from "./make-call.ts";

export interface CronjobToolsOptions {
  readonly cron: () => Promise<{
    readonly jobs: CronJobs;
    /** Of the times in answers, as IANA names it. */
    readonly timeZone: string;
  }>;
}

const description = `Have work done later or again and again, with nobody watching: reminders, reports, checks. At its times a job runs in a session of its own, which knows nothing of this conversation, can ask nobody, and whose answer is delivered.

create needs schedule, and prompt, skills or script. Write the prompt so that it can be understood by itself. Then tell the person the reading and the next time that came back. update changes what is given. Others need job_id alone.`;

const actions = [
  "create",
  "list",
  "update",
  "pause",
  "resume",
  "remove",
  "run",
  "run_now",
  "trigger",
] as const;
const schedule = z
  .string()
  .describe(
    "30m, every 2h, every weekday at 9:00, tomorrow at 9am, 2027-03-01T09:00, or a cron expression (0 9 * * 1-5).",
  );
const jobId = z.string().describe("Id or name of the job.");
const fields = {
  name: z.string().optional().describe("At most 80 characters. Without one: the first words of the prompt."),
  prompt: z.string().optional(),
  skills: z.array(z.string()).optional().describe("Skills that are entered before the prompt. []: none."),
  schedule: schedule.optional(),
  time_zone: z.string().optional().describe("IANA name. Without one, that of the settings."),
  repeat: z.int().optional().describe("Runs in all; 0: no end."),
  deliver: z
    .array(z.string())
    .optional()
    .describe("origin (this chat), local (kept only), all, telegram, telegram:123. Without one: origin."),
  model: z
    .object({ provider: z.string().optional(), model: z.string().optional() })
    .optional()
    .describe("Another than the one of the settings."),
  enabled_toolsets: z.array(z.string()).optional().describe("Only these. []: the usual ones."),
  workdir: z.string().optional().describe("Absolute path of a folder to work in."),
  script: z
    .string()
    .optional()
    .describe(
      "Path below the home's scripts. It runs first; its output is put before the prompt, none: no run.",
    ),
  no_agent: z.boolean().optional().describe("The script alone, without a model: its output is delivered."),
  context_from: z.array(z.string()).optional().describe("Jobs whose last answers are put before the prompt."),
  budget_usd: z.number().optional().describe("US dollars of one run."),
  catch_up: z.enum(["once", "all", "none"]).optional().describe("Of times that were missed. Default once."),
  overlap: z.enum(["skip", "queue", "cancel"]).optional().describe("While it still runs. Default skip."),
};
const input = z.object({ action: z.enum(actions), job_id: jobId.optional(), ...fields });

const readAction = { name: "cron.read", summary: "list scheduled jobs", readOnly: true } as const;
const writeAction = { name: "cron.write", summary: "schedule work, or change what is scheduled" } as const;

/** `cronjob`, and the names of its parts: these are for programs, and offered to no model. */
export function cronjobTools({ cron }: CronjobToolsOptions): readonly Tool[] {
  function make<Input extends z.ZodObject>(
    { name, description: text, input: schema, actions: of, platforms }: MadeTool<Input>,
    asCall: (given: InputOf<Input>) => CronCall,
  ): Tool {
    return defineTool({
      ...{ name, description: text, input: schema, platforms },
      ...{ toolset: "cronjob", audience: "person", rare: true, emoji: "⏰" },
      action: {
        of,
        choose: (given) => (asCall(given).action === "list" ? readAction : writeAction).name,
      },
      argument(given) {
        const call = asCall(given);
        return {
          ...textArgument(call),
          shown: shownCall(call),
          changes: async () => changesOf(call, await cron()),
        };
      },
      findings: async (given, context) => await findingsOf(asCall(given), context, (await cron()).jobs),
      execute: async (given, context) => await makeCall(asCall(given), context, await cron()),
      detail: (given) => shownCall(asCall(given)),
    });
  }

  const both = [readAction, writeAction];
  // On no platform: whoever knows these names can call them, and no model is told of them.
  const hidden = { platforms: [] };
  return [
    make({ name: "cronjob", description, input, actions: both }, (given) => given),
    make(
      {
        ...{ name: "schedule_cronjob", description: "Schedules work: cronjob with action create." },
        ...{ input: z.object({ ...fields, schedule }), actions: [writeAction], ...hidden },
      },
      (given) => ({ ...given, action: "create" }),
    ),
    make(
      {
        ...{ name: "list_cronjobs", description: "Lists scheduled work: cronjob with action list." },
        ...{ input: z.object({}), actions: [readAction], ...hidden },
      },
      () => ({ action: "list" }),
    ),
    make(
      {
        ...{ name: "remove_cronjob", description: "Removes a job: cronjob with action remove." },
        ...{ input: z.object({ job_id: jobId }), actions: [writeAction], ...hidden },
      },
      ({ job_id }) => ({ action: "remove", job_id }),
    ),
  ];
}

interface MadeTool<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly actions: readonly ToolAction[];
  readonly platforms?: readonly string[];
}
