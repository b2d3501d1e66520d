import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Approver } from "@hermes/registry";
import { expect, test } from "vitest";
import { callingModel, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const yes: Approver = async () => ({ approved: true, scope: "once" });
const no: Approver = async () => ({ approved: false, reason: "Not today." });
const answers = [yes, no, null] as const;
const isLong = process.env["HERMES_TEST_LONG"] === "1";
const [count, folders] = isLong ? [200, 25] : [20, 7];

test("many sessions of one runtime keep their folders, answers, models and origins apart", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using runtime = await runtimeIn(place, { approver: yes });
  const people = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      // Some of them share a folder; names in it are their own.
      const folder = join(place.project, `team-${index % folders}`);
      await mkdir(join(folder, `data-${index}`), { recursive: true });
      const model = callingModel({
        name: "terminal",
        arguments: { command: `pwd && rm -rf data-${index} && echo gone` },
      });
      const origin = {
        platform: "telegram",
        userId: `user-${index}`,
        chatId: `chat-${index}`,
        chatKind: "dm",
        entryPoint: "gateway",
      } as const;
      const approver = answers[index % 3];
      const session = await runtime.openSession({ folder, model, origin, approver });
      return { index, folder, model, session };
    }),
  );

  await Promise.all(people.map(async ({ session }) => await session.agent.chat("Clean up.")));

  const seen = people.map(({ index, folder, model }) => ({
    output: resultsIn(model)[0]?.["output"],
    isThere: existsSync(join(folder, `data-${index}`)),
  }));
  expect(seen).toEqual(
    people.map(({ index, folder }) =>
      index % 3 === 0
        ? { output: `${folder}\ngone\n`, isThere: false }
        : { output: undefined, isThere: true },
    ),
  );
  const decisions = (await runtime.store()).audit.list({ limit: count });
  const userOf = new Map(people.map(({ index, session }) => [session.id, `user-${index}`]));
  expect(decisions.filter(({ sessionId = "", userId }) => userOf.get(sessionId) !== userId)).toEqual([]);
  expect(new Set(decisions.map(({ sessionId }) => sessionId)).size).toBe(count);
  await Promise.all(people.map(({ session }) => session[Symbol.asyncDispose]()));
});

test("a session's mode is its own", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using runtime = await runtimeIn(place);
  const touch = { name: "terminal", arguments: { command: "touch made" } } as const;
  const [planning, working] = [callingModel(touch), callingModel(touch)];
  await using careful = await runtime.openSession({ mode: "plan", model: planning });
  await using plain = await runtime.openSession({ model: working });

  await careful.agent.chat("Go.");
  const madeInPlanMode = existsSync(join(place.project, "made"));
  await plain.agent.chat("Go.");

  expect(madeInPlanMode).toBe(false);
  expect(existsSync(join(place.project, "made"))).toBe(true);
});

test("an unknown mode refuses what acts", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const model = callingModel({ name: "terminal", arguments: { command: "touch made" } });
  await using session = await runtime.openSession({ mode: "carefree", model });

  await session.agent.chat("Go.");

  expect(resultsIn(model)[0]?.["error"]).toContain('There is no mode "carefree".');
  expect(existsSync(join(place.project, "made"))).toBe(false);
});
