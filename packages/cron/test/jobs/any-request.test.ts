import fc from "fast-check";
import { expect, test } from "vitest";
import { HermesError } from "@hermes/registry";
import type { JobRequest } from "@hermes/cron";
import { jobsIn, model, person } from "../support/jobs-in.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom("", " ", "Report", "report", "a,b", "origin", "../x", "\ud800", "\u0000", "x".repeat(300)),
);
const texts = fc.array(text, { maxLength: 4 });
const number = fc.oneof(fc.double(), fc.integer({ min: -2, max: 5_000 }));
const schedule = fc.oneof(
  text,
  fc.constantFrom("every 1h", "0 9 * * *", "in 30m", "every weekday at 9", "*/5 * * * * *", "0 0 30 2 *"),
);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const request: fc.Arbitrary<JobRequest> = fc.record(
  {
    ...{ schedule, name: text, prompt: text, skills: texts, deliver: texts, contextFrom: texts },
    ...{ model: orNull(text), provider: orNull(text), toolsets: orNull(texts), script: orNull(text) },
    ...{ folder: orNull(text), noAgent: fc.boolean(), usd: orNull(number), tokens: orNull(number) },
    ...{ turns: orNull(number), seconds: orNull(number), jitterSeconds: number, repeat: number },
    catchUp: fc.constantFrom("once" as const, "all" as const, "none" as const),
    overlap: fc.constantFrom("skip" as const, "queue" as const, "cancel" as const),
    timeZone: fc.oneof(text, fc.constantFrom("UTC", "Australia/Lord_Howe")),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  request: fc.oneof(
    request,
    // So that some are taken.
    request.map((each) => ({
      ...{ schedule: "every 1h", prompt: "Say hello.", name: each.name, usd: each.usd },
      ...{ deliver: ["local"], timeZone: "UTC" },
    })),
  ),
  of: fc.option(text, { nil: undefined }),
  author: fc.constantFrom(person, model),
});

test("whatever is written is refused with a reason, or kept as it reads", async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const made = await jobsIn();
      try {
        for (const { request: written, of, author } of steps) {
          const before = await made.jobs.list();
          const change =
            of === undefined ? made.jobs.create(written, author) : made.jobs.edit(of, written, author);
          const view = await change.catch((error: unknown) => {
            if (!HermesError.is(error)) throw error;
            return undefined;
          });
          if (view === undefined) {
            expect(await made.jobs.list()).toEqual(before);
            continue;
          }
          kept++;
          expect(await made.jobs.get(view.job.id)).toEqual(view);
          expect(view.job).toMatchObject(said(written));
          expect(view.job.name).toMatch(/^[^\p{Cc}\p{Cs}]{1,80}$/u);
        }
      } finally {
        await made[Symbol.asyncDispose]();
      }
    }),
    isLong ? { numRuns: 1_500 } : { numRuns: 60, seed: 20_261_124 },
  );
  expect(kept).toBeGreaterThan(0);
}, 180_000);

/** What a job must hold that this request was taken for. */
function said({ prompt, usd, name, catchUp, overlap, noAgent }: JobRequest): object {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(typeof usd === "number" && { limits: { usd } }),
    ...(prompt !== undefined && noAgent !== true && { work: { prompt: prompt.trim() } }),
    ...(catchUp !== undefined && { catchUp }),
    ...(overlap !== undefined && { overlap }),
  };
}
