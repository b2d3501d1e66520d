import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";

const person = { by: "person" } as const;

test("a job that was made is there when the home is opened again", async () => {
  await using place = await temporaryPlace();
  const made = await (async () => {
    await using runtime = await runtimeIn(place);
    const { jobs } = await runtime.cron();
    return await jobs.create({ schedule: "every 30m", prompt: "Look at the mail." }, person);
  })();

  await using again = await runtimeIn(place);
  const { jobs } = await again.cron();

  expect(await jobs.list()).toEqual([made]);
  expect(made).toMatchObject({
    job: { name: "Look at the mail.", state: "active", limits: { seconds: 1_800 } },
  });
});
