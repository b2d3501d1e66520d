import { expect, test } from "vitest";
import type { Mode } from "../../src/index.ts";
import { call, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";

const skills = { toolset: "skills" } as const;
const create = { action: "create", name: "deploy", content: "---\nname: deploy\n---\nStep one.\n" };
const readSkill = async (name: string, file: string) =>
  name === "deploy" ? (file === "SKILL.md" ? "Step one.\nStep two.\n" : undefined) : undefined;

test.each([
  [create, "skill_manage create deploy", "make", ["+Step one."]],
  [
    { action: "edit", name: "deploy", content: "Step 1.\nStep two.\n" },
    "skill_manage edit deploy",
    "change SKILL.md of",
    ["-Step one.", "+Step 1."],
  ],
  [
    { action: "patch", name: "deploy", old_string: "two", new_string: "2" },
    "skill_manage patch deploy",
    "change SKILL.md of",
    ["-Step two.", "+Step 2."],
  ],
  [
    { action: "write_file", name: "deploy", file_path: "scripts/check.sh", file_content: "true\n" },
    "skill_manage write_file deploy scripts/check.sh",
    "change scripts/check.sh of",
    ["+true"],
  ],
  [
    { action: "delete", name: "deploy" },
    "skill_manage delete deploy",
    "delete",
    ["-Step one.", "-Step two."],
  ],
])("a person is shown what becomes of a skill: $action", async (args, summary, verb, lines) => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);

  const verdict = await call(place.open({ readSkill }), "skill_manage", args, { ...skills, approve });

  expect(verdict).toEqual({ allow: true });
  expect(requests).toMatchObject([
    { summary, reason: expect.stringContaining(`would ${verb} the skill "deploy"`), rule: undefined },
  ]);
  for (const line of lines) expect(requests[0]?.diff?.split("\n")).toContain(line);
});

test("where nobody can be asked no skill is changed", async () => {
  await using place = await temporaryPlace();

  expect(await call(place.open(), "skill_manage", create, skills)).toMatchObject({ allow: false });
});

test("what was agreed to for a conversation is this text, and no other of the same name", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(session);
  const permissions = place.open({ readSkill });
  const send = (args: object) => call(permissions, "skill_manage", args, { ...skills, approve });

  await send(create);
  await send(create);
  expect(requests).toHaveLength(1);
  await send({ ...create, content: "---\nname: deploy\n---\nSomething else.\n" });
  expect(requests).toHaveLength(2);
});

test.each([
  ["skill_manage", { ...create, preview: true }],
  ["skill_manage", { action: "rate", name: "deploy", outcome: "good" }],
  ["skills_list", {}],
  ["skill_view", { name: "deploy" }],
])("%s %j changes nothing: nobody is asked, in the mode plan neither", async (tool, args) => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);

  for (const mode of ["ask", "plan"] as const)
    expect(await call(place.open({ mode }), tool, args, { ...skills, approve })).toEqual({ allow: true });
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
  const judge = async () => "allow" as const;

  const verdict = await call(place.open({ mode, judge }), "skill_manage", create, { ...skills, approve });

  expect(verdict.allow).toBe(allow);
  expect(requests).toHaveLength(asked);
});
