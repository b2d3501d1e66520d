import { join } from "node:path";
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  createSkillEditor,
  fileSkillUse,
  openSkills,
  reviewSkills,
  skillsPrompt,
  skillsTools,
  summarizeUse,
} from "../src/index.ts";
import { callTool } from "./support/call-tool.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";

const dayMs = 86_400_000;

function made() {
  const user = tempFolder();
  const use = fileSkillUse(join(user, ".use.jsonl"));
  let now = 0;
  const library = openSkills({ folders: { user }, use, now: () => now });
  return { user, use, library, after: (days: number) => void (now = days * dayMs) };
}

test("an unused skill of an agent is stale after 30 days, no longer offered after 90, and back when it is used", async () => {
  const { user, use, library, after } = made();
  writeFiles(user, { "a/SKILL.md": skillText("a"), "mine/SKILL.md": skillText("mine") });
  await use.record({ skill: "a", kind: "made", at: 0 });

  after(31);
  expect(await library.list()).toMatchObject([
    { name: "a", standing: "stale" },
    { name: "mine", standing: "trusted" },
  ]);
  after(91);
  expect((await library.list()).map(({ name }) => name)).toEqual(["mine"]);
  expect(await library.find("a")).toMatchObject({ ok: true, skill: { standing: "archived" } });
  await use.record({ skill: "a", kind: "used", at: 91 * dayMs });
  expect((await library.list()).map(({ name }) => name)).toEqual(["a", "mine"]);
});

test("a skill whose check fails is quarantined at the first failure, and offered again once it passes", async () => {
  const { user, use, library } = made();
  writeFiles(user, { "a/SKILL.md": skillText("a"), "a/scripts/check.sh": "true" });
  await use.record({ skill: "a", kind: "made", at: 0 });
  expect(await library.list()).toMatchObject([{ standing: "unproven" }]);
  const review = async (passed: boolean) =>
    await reviewSkills({
      library,
      use,
      now: () => 1,
      runCheck: async () => ({ passed, output: "" }),
      signal: new AbortController().signal,
    });

  expect(await review(false)).toMatchObject([{ kind: "repair", skills: ["a"] }]);
  expect(await library.list()).toEqual([]);
  expect(await library.find("a")).toMatchObject({ ok: false, problem: "hidden" });
  expect(await review(true)).toEqual([]);
  expect(await library.list()).toMatchObject([{ name: "a", standing: "trusted" }]);
});

test("a review names skills to merge, to retire and to repair, and changes none", async () => {
  const { user, use, library, after } = made();
  writeFiles(user, {
    "deploy-app/SKILL.md": skillText("deploy-app", "Deploy the application to the staging server"),
    "app-deploy/SKILL.md": skillText("app-deploy", "Deploy the application to a staging server"),
    "old/SKILL.md": skillText("old", "Something nobody does"),
    "bad/SKILL.md": skillText("bad", "Fails often"),
  });
  await use.record({ skill: "old", kind: "made", at: 0 });
  for (let count = 0; count < 2; count++) await use.record({ skill: "bad", kind: "failed", at: 0 });
  after(40);

  const advice = await reviewSkills({ library, use, signal: new AbortController().signal });

  expect(advice.map(({ kind, skills }) => [kind, ...skills])).toEqual([
    ["repair", "bad"],
    ["retire", "old"],
    ["merge", "app-deploy", "deploy-app"],
  ]);
});

test("use is counted by name, a deleted skill starts anew, and half a line of a dead process is skipped", async () => {
  const path = join(tempFolder(), "use.jsonl");
  const use = fileSkillUse(path);
  await use.record({ skill: "a", kind: "used", at: 1 });
  await use.record({ skill: "a", kind: "succeeded", at: 2 });
  appendFileSync(path, '{"skill":"a","ki');
  appendFileSync(path, "\n");
  await use.record({ skill: "a", kind: "used", at: 3 });

  expect((await use.summaries()).get("a")).toMatchObject({ uses: 2, successes: 1, lastUsedAt: 3 });
  expect(
    summarizeUse([
      { skill: "a", kind: "check-failed", at: 1 },
      { skill: "a", kind: "deleted", at: 2 },
    ]).has("a"),
  ).toBe(false);
});

/** The tools over a person's skill, and one of a project. */
function rating() {
  const [user, project] = [tempFolder(), tempFolder()];
  writeFiles(user, { "mine/SKILL.md": skillText("mine", "Does mine") });
  writeFiles(project, { "theirs/SKILL.md": skillText("theirs", "Does theirs") });
  const use = fileSkillUse(join(user, ".use.jsonl"));
  const library = openSkills({ folders: { user, project: [project] }, use });
  const editor = createSkillEditor({ library, use, scan: () => ({ decision: "allow", findings: [] }) });
  const tools = skillsTools({ library, editor, use });
  const call = async (tool: string, args: object) => await callTool(tools, tool, args);
  return {
    library,
    call,
    useAndRate: async (name: string, helped: boolean) => {
      await call("skill_view", { name });
      return await call("skill_manage", { action: "rate", name, helped });
    },
  };
}

test("a result is recorded for any skill that was used, once for each use", async () => {
  const { call, useAndRate, library } = rating();
  const rate = async (name: string) => await call("skill_manage", { action: "rate", name, helped: true });

  expect(await rate("mine")).toEqual({ error: 'The skill "mine" was not used.' });
  expect(await useAndRate("mine", true)).toEqual({ done: "rate", name: "mine", successes: 1, failures: 0 });
  expect(await rate("mine")).toEqual({ error: 'The skill "mine" was rated since it was last used.' });
  expect(await useAndRate("theirs", false)).toMatchObject({ successes: 0, failures: 1 });
  expect(await rate("none")).toHaveProperty("error");
  expect(await call("skill_manage", { action: "rate", name: "mine" })).toHaveProperty("error");

  expect(
    (await library.list()).map(({ name, use }) => [name, use?.uses, use?.successes, use?.failures]),
  ).toEqual([
    ["mine", 1, 1, 0],
    ["theirs", 1, 0, 1],
  ]);
});

test.each(["mine", "theirs"])(
  "a skill that did not help twice in a row loses its place in the prompt, and is read with a warning: %s",
  async (name) => {
    const { call, useAndRate, library } = rating();
    const isShown = async (): Promise<boolean> => skillsPrompt(await library.list()).includes(`- ${name}:`);

    await useAndRate(name, false);
    await useAndRate(name, true);
    await useAndRate(name, false);
    expect(await isShown()).toBe(true);
    await useAndRate(name, false);

    expect(await isShown()).toBe(false);
    expect(await call("skills_list", { query: name })).toMatchObject({
      skills: [{ name, note: expect.stringContaining("verify") }],
    });
    expect(await call("skill_view", { name })).toMatchObject({
      note: expect.stringContaining("did not help"),
    });
    await call("skill_manage", { action: "rate", name, helped: true });
    expect(await isShown()).toBe(true);
    expect(await call("skill_view", { name })).not.toHaveProperty("note");
  },
);

test("a failing skill has its place again when it was changed", async () => {
  const { call, useAndRate, library } = rating();
  await useAndRate("mine", false);
  await useAndRate("mine", false);
  expect(await reviewSkills({ library, signal: new AbortController().signal })).toMatchObject([
    { kind: "repair", skills: ["mine"] },
  ]);

  await call("skill_manage", {
    action: "patch",
    name: "mine",
    old_string: "Do it.",
    new_string: "Do it right.",
  });

  expect((await library.list())[0]).toMatchObject({ name: "mine", standing: "trusted" });
});
