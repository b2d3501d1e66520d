import { expect, test } from "vitest";
import type { Mode } from "../../src/index.ts";
import { call, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";

const create = { action: "create", name: "other", content: "---\nname: other\n---\nStep one.\n" };

test("a person is shown what becomes of a skill, in the words of its tool", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);

  const verdict = await call(place.open(), "skill_manage", create, { approve });

  expect(verdict).toEqual({ allow: true });
  expect(requests).toMatchObject([
    { summary: "skill_manage create other", reason: "It would change a skill.", rule: undefined },
  ]);
  expect(requests[0]?.diff).toBe(
    "--- other/SKILL.md\n+++ other/SKILL.md\n@@ -1,1 +1,1 @@\n-Step one.\n+Step 1.",
  );
});

test("where nobody can be asked no skill is changed", async () => {
  await using place = await temporaryPlace();

  expect(await call(place.open(), "skill_manage", create)).toMatchObject({ allow: false });
});

test("what was agreed to for a conversation is this text, and no other of the same name", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(session);
  const permissions = place.open();
  const send = (args: object) => call(permissions, "skill_manage", args, { approve });

  await send(create);
  await send(create);
  expect(requests).toHaveLength(1);
  await send({ ...create, content: "---\nname: other\n---\nSomething else.\n" });
  expect(requests).toHaveLength(2);
});

test("a call that changes no skill is not asked about, in the mode plan neither", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);

  for (const mode of ["ask", "plan"] as const)
    expect(
      await call(place.open({ mode }), "skill_manage", { action: "rate", name: "deploy" }, { approve }),
    ).toEqual({ allow: true });
  expect(requests).toEqual([]);
});

test.each<[Mode, boolean, number]>([
  ["plan", false, 0],
  ["accept-edits", true, 1],
  ["auto", true, 1],
  ["yolo", true, 0],
])("in the mode %s a skill is made: %s, after %i questions to the person", async (mode, allow, asked) => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);
  const classifier = async () => "allow" as const;

  const verdict = await call(place.open({ mode, classifier }), "skill_manage", create, { approve });

  expect(verdict.allow).toBe(allow);
  expect(requests).toHaveLength(asked);
});
