import { describeProblems, HermesError } from "@hermes/registry";
import { z } from "zod";
import type { JobRequest } from "./cron-jobs.ts";

/** Longest names, in characters. */
const maxNameChars = 80;

/** Neither what moves the cursor nor half a character. */
const oneLine = [/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, "must be one line, without control characters"] as const;
/** The same, with line breaks and tabs. */
const manyLines = [/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, "must hold no control characters"] as const;

const word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(...oneLine);
const words = z.array(word).max(20);
const positive = z.number().positive();
const count = z.int().positive();

const written = z.strictObject({
  schedule: z.string().optional(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxNameChars)
    .regex(...oneLine)
    .optional(),
  prompt: z
    .string()
    .trim()
    .max(20_000)
    .regex(...manyLines)
    .optional(),
  skills: words.optional(),
  model: word.nullish(),
  provider: word.nullish(),
  toolsets: words.nullish(),
  script: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .regex(...oneLine)
    .nullish(),
  noAgent: z.boolean().optional(),
  contextFrom: words.optional(),
  folder: z.string().min(1).max(4_000).nullish(),
  deliver: z.array(z.string().max(2_000)).max(20).optional(),
  usd: positive.nullish(),
  tokens: count.nullish(),
  turns: count.nullish(),
  seconds: z.int().min(1).max(604_800).nullish(),
  catchUp: z.enum(["once", "all", "none"]).optional(),
  overlap: z.enum(["skip", "queue", "cancel"]).optional(),
  jitterSeconds: z.int().min(0).max(3_600).optional(),
  repeat: z.int().min(0).max(1_000_000).optional(),
  timeZone: z.string().optional(),
});

/**
 * Checks each part of a request by itself.
 *
 * @throws {HermesError} `CRON_JOB` with all that is wrong.
 */
export function readRequest(request: JobRequest): JobRequest {
  const read = written.safeParse(request);
  if (read.success) return read.data;
  const schema = z.toJSONSchema(written, { io: "input" });
  throw invalidJob(describeProblems(read.error.issues, request, schema));
}

/** @param problems A sentence each. */
export function invalidJob(problems: readonly string[]): HermesError {
  return new HermesError(`The job is not kept as it is written. ${problems.join(" ")}`, {
    code: "CRON_JOB",
    hint: "Correct it and write it again.",
    data: { problems },
  });
}
