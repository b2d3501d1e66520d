import { expect, test } from "vitest";
import { daily, jobsIn, person } from "../support/jobs-in.ts";

test("a job is found by its id, the beginning of it, its name, and its name whatever the case", async () => {
  const ids = ["aaaa00000001", "aaaa00000002", "bbbb00000003", "cccc00000004"];
  await using made = await jobsIn({ createId: () => ids.shift() ?? "" });
  for (const name of ["One", "Two", "aaaa", "one"]) await made.jobs.create({ ...daily, name }, person);
  const found = async (name: string) => (await made.jobs.get(name)).job.name;

  expect(await found("aaaa00000001")).toBe("One");
  expect(await found("bbbb")).toBe("aaaa");
  expect(await found(" TWO ")).toBe("Two");
  expect(await found("one")).toBe("one");
  expect(await found("aaaa")).toBe("aaaa");
  await expect(found("ONE")).rejects.toMatchObject({
    code: "CRON_AMBIGUOUS_JOB",
    data: {
      candidates: [expect.objectContaining({ name: "One" }), expect.objectContaining({ name: "one" })],
    },
  });
  await expect(found("aaaa0")).rejects.toMatchObject({ code: "CRON_AMBIGUOUS_JOB" });
  await expect(found("ccc")).rejects.toMatchObject({ code: "CRON_NO_JOB" });
  await expect(found("Twoo")).rejects.toMatchObject({ code: "CRON_NO_JOB", hint: 'Did you mean "Two"?' });
  await expect(found("")).rejects.toMatchObject({ code: "CRON_NO_JOB" });
});
