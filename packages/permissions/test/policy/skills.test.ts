import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSkillEditor, openSkills, skillsTools } from "@hermes/skills";
import { expect, test } from "vitest";
import type { Mode, Permissions } from "../../src/index.ts";
import { callOf, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";
import type { CallOptions, TemporaryPlace } from "./support/temporary-place.ts";

const create = { action: "create", name: "other", content: "---\nname: other\n---\nStep one.\n" };
const deploy = "---\nname: deploy\ndescription: Deploys.\n---\nStep one.\nStep two.\n";

/** The tools over a folder with one skill, as a session has them. */
async function skillsOf(place: TemporaryPlace) {
  const user = join(place.home, "skills");
  await mkdir(join(user, "deploy"), { recursive: true });
  await writeFile(join(user, "deploy", "SKILL.md"), deploy);
  const library = openSkills({ folders: { user } });
  const editor = createSkillEditor({ library, scan: async () => ({ decision: "allow", findings: [] }) });
  const tools = skillsTools({ library, editor });
  return async (permissions: Permissions, name: string, args: object, options: CallOptions = {}) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`There is no ${name}.`);
    return await callOf(permissions, tool, args, options);
  };
}

test.each([
  [create, "skill_manage create other", "make", ["+Step one."]],
  [
    { action: "edit", name: "deploy", content: deploy.replace("Step one", "Step 1") },
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

  const call = await skillsOf(place);

  const verdict = await call(place.open(), "skill_manage", args, { approve });

  expect(verdict).toEqual({ allow: true });
  expect(requests).toMatchObject([
    { summary, reason: expect.stringContaining(`would ${verb} the skill "${args.name}"`), rule: undefined },
  ]);
  for (const line of lines) expect(requests[0]?.diff?.split("\n")).toContain(line);
});

test("where nobody can be asked no skill is changed", async () => {
  await using place = await temporaryPlace();

  const call = await skillsOf(place);

  expect(await call(place.open(), "skill_manage", create)).toMatchObject({ allow: false });
});

test("what was agreed to for a conversation is this text, and no other of the same name", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(session);
  const [call, permissions] = [await skillsOf(place), place.open()];
  const send = (args: object) => call(permissions, "skill_manage", args, { approve });

  await send(create);
  await send(create);
  expect(requests).toHaveLength(1);
  await send({ ...create, content: "---\nname: other\n---\nSomething else.\n" });
  expect(requests).toHaveLength(2);
});

test.each([
  ["skill_manage", { ...create, preview: true }],
  ["skill_manage", { action: "rate", name: "deploy", helped: true }],
  ["skills_list", {}],
  ["skill_view", { name: "deploy" }],
])("%s %j changes nothing: nobody is asked, in the mode plan neither", async (tool, args) => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(once);

  const call = await skillsOf(place);

  for (const mode of ["ask", "plan"] as const)
    expect(await call(place.open({ mode }), tool, args, { approve })).toEqual({ allow: true });
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

  const call = await skillsOf(place);
  const verdict = await call(place.open({ mode, judge }), "skill_manage", create, { approve });

  expect(verdict.allow).toBe(allow);
  expect(requests).toHaveLength(asked);
});
