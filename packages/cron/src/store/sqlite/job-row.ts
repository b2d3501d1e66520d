import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { Job } from "../../jobs/job.ts";
import { number, optionalNumber, optionalText, text } from "./store-access.ts";
import type { Row } from "./store-access.ts";

/** What of a job has a column of its own. */
type Columns = "id" | "name" | "state" | "pausedBecause" | "nextAt" | "runs" | "revision";

const names = z.array(z.string()).readonly();
const schedule = z.discriminatedUnion("type", [
  z.object({ type: z.literal("cron"), expression: z.string(), timeZone: z.string() }),
  z.object({ type: z.literal("interval"), everyMs: z.number(), anchor: z.number() }),
  z.object({ type: z.literal("once"), at: z.number() }),
]);
const work = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("prompt"),
    prompt: z.string(),
    skills: names,
    model: z.string().optional(),
    provider: z.string().optional(),
    toolsets: names.optional(),
    script: z.string().optional(),
    contextFrom: names,
  }),
  z.object({ type: z.literal("script"), script: z.string() }),
]);
const body: z.ZodType<Omit<Job, Columns>> = z.object({
  written: z.string(),
  schedule,
  work,
  folder: z.string().optional(),
  deliver: names,
  limits: z.object({
    usd: z.number().optional(),
    tokens: z.number().optional(),
    turns: z.number().optional(),
    seconds: z.number(),
  }),
  catchUp: z.enum(["once", "all", "none"]),
  overlap: z.enum(["skip", "queue", "cancel"]),
  jitterSeconds: z.number(),
  repeat: z.number().optional(),
  origin: z
    .object({
      platform: z.string(),
      chatId: z.string().optional(),
      threadId: z.string().optional(),
      userId: z.string().optional(),
    })
    .optional(),
  madeBy: z.enum(["person", "model"]),
  madeIn: z.string().optional(),
  provenance: z.array(z.object({ source: z.string(), name: z.string().optional() })).readonly(),
  createdAt: z.number(),
  changedAt: z.number(),
});
const state = z.enum(["active", "paused", "done"]);

/** What has no column of its own. */
export function jobBody(job: Job): string {
  return JSON.stringify(body.parse(job));
}

/** Undefined where it can't be read: one such row stops no other job. */
export function readableJob(row: Row): Job | undefined {
  try {
    return toJob(row);
  } catch {
    return undefined;
  }
}

/** @throws `CRON_UNREADABLE_JOB` for a row that another program wrote. */
export function toJob(row: Row): Job {
  const id = text(row, "id");
  try {
    return {
      ...body.parse(JSON.parse(text(row, "body"))),
      ...{ id, name: text(row, "name"), state: state.parse(row["state"]) },
      ...{ pausedBecause: optionalText(row, "paused_because"), nextAt: optionalNumber(row, "next_at") },
      ...{ runs: number(row, "runs"), revision: number(row, "revision") },
    };
  } catch (cause) {
    throw new HermesError(`The job "${text(row, "name")}" (${id}) in the store can't be read.`, {
      code: "CRON_UNREADABLE_JOB",
      hint: "A newer version of the program may have written it; use that, or delete its row from the table cron_jobs.",
      cause,
    });
  }
}
