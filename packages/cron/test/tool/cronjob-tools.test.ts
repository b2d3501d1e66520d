import fc from "fast-check";
import { ToolRegistry, allowAll } from "@hermes/registry";
import { cronjobTools } from "@hermes/cron/tool";
import { expect, test } from "vitest";
import { jobsIn, person } from "../support/jobs-in.ts";

const context = {
  ...{ taskId: "t", sessionId: "s", callId: "c", signal: new AbortController().signal },
  origin: { platform: "cli", entryPoint: "chat" },
};

test("what the model reads of the tool says when to use it, in few words", async () => {
  await using made = await jobsIn();
  const tools = cronjobTools({ cron: async () => ({ jobs: made.jobs, timeZone: "UTC" }) });
  const [tool] = tools;

  expect([tool?.description, Object.keys(tool?.parameters()["properties"] ?? {})]).toMatchSnapshot();
  expect(JSON.stringify([tool?.description, tool?.parameters()]).length).toBeLessThan(5_000);
  expect(tools.map(({ rare, audience, platforms }) => [rare, audience, platforms])).toEqual([
    [true, "person", undefined],
    ...tools.slice(1).map(() => [true, "person", []]),
  ]);
});

test("times are told with the offset that the zone has then, whatever zone it is", async () => {
  const zones = Intl.supportedValuesOf("timeZone");
  await using made = await jobsIn();
  const { job } = await made.jobs.create({ schedule: "every 1h", prompt: "x" }, person);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1975, 0) / 1_000, max: Date.UTC(2100, 0) / 1_000 }),
      async (timeZone, seconds) => {
        const at = seconds * 1_000;
        const get = async () => [{ ...(await made.jobs.get(job.id)), job: { ...job, nextAt: at } }];
        const registry = new ToolRegistry({ guard: allowAll });
        registry.register(
          ...cronjobTools({ cron: async () => ({ jobs: { ...made.jobs, list: get }, timeZone }) }),
        );

        const { content } = await registry.dispatch("list_cronjobs", {}, context);

        const [{ next_run_at: told }] = JSON.parse(content).jobs;
        expect(Date.parse(told)).toBe(at);
        const local = new Intl.DateTimeFormat("sv-SE", {
          ...{ timeZone, dateStyle: "short", timeStyle: "medium" },
        }).format(at);
        expect(told.slice(0, 19)).toBe(local.replace(" ", "T"));
      },
    ),
    { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 5_000 : 60, seed: 20_261_124 },
  );
});
