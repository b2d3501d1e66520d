import { join } from "node:path";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
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

test("use is counted by name, a deleted skill starts anew, and a torn line of a killed process is skipped", async () => {
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

/** As the Python Hermes writes it. */
const legacyUse = {
  agents: {
    use_count: 7,
    view_count: 5,
    patch_count: 2,
    last_used_at: "1970-01-02T00:00:00+00:00",
    last_viewed_at: "1970-01-01T12:00:00+00:00",
    last_patched_at: null,
    created_at: "1970-01-01T00:00:00+00:00",
    created_by: "agent",
    state: "active",
    pinned: false,
    archived_at: null,
  },
  kept: { use_count: 0, created_at: "1970-01-01T00:00:00+00:00", created_by: "agent", pinned: true },
  mine: { use_count: 3, created_by: null, pinned: false },
  broken: "?",
  odd: { use_count: -1, last_used_at: "yesterday", pinned: "yes" },
};

function withLegacyUse() {
  const user = tempFolder();
  const legacy = join(user, ".usage.json");
  writeFiles(user, {
    ".usage.json": JSON.stringify(legacyUse),
    ...Object.fromEntries(Object.keys(legacyUse).map((name) => [`${name}/SKILL.md`, skillText(name)])),
  });
  const use = fileSkillUse(join(user, ".use.jsonl"), { legacy });
  return {
    user,
    legacy,
    use,
    library: openSkills({ folders: { user }, use, now: () => 91 * dayMs + dayMs }),
  };
}

test("counting begins with what the Python Hermes counted, once, and its file stays as it is", async () => {
  const { user, legacy, use } = withLegacyUse();
  const expected = {
    agents: { uses: 7, madeAt: 0, lastUsedAt: dayMs, pinned: false },
    kept: { uses: 0, madeAt: 0, pinned: true },
    mine: { uses: 3, madeAt: undefined },
    odd: { uses: 0, lastUsedAt: undefined, pinned: false },
  };
  expect(Object.fromEntries(await use.summaries())).toMatchObject(expected);
  expect(existsSync(join(user, ".use.jsonl"))).toBe(false);

  await use.record({ skill: "agents", kind: "used", at: 2 * dayMs });
  await use.record({ skill: "kept", kind: "failed", at: 2 * dayMs });
  const text = readFileSync(legacy, "utf8");
  writeFiles(user, { ".usage.json": "{}" });

  expect(Object.fromEntries(await use.summaries())).toMatchObject({
    ...expected,
    agents: { uses: 8, madeAt: 0, lastUsedAt: 2 * dayMs },
    kept: { failures: 1, pinned: true },
  });
  expect(text).toBe(JSON.stringify(legacyUse));
});

test.each(["{", "[]", '"x"'])(
  "a file of the Python Hermes that can't be read counts for nothing: %s",
  async (text) => {
    const user = tempFolder();
    writeFiles(user, { ".usage.json": text });
    const use = fileSkillUse(join(user, ".use.jsonl"), { legacy: join(user, ".usage.json") });

    expect((await use.summaries()).size).toBe(0);
    await use.record({ skill: "a", kind: "used", at: 1 });
    expect((await use.summaries()).get("a")).toMatchObject({ uses: 1 });
  },
);

test("a pinned skill does not age, and the agent changes it and does not delete it; the person does", async () => {
  const { use, library } = withLegacyUse();
  const editor = createSkillEditor({ library, use, scan: () => ({ decision: "allow", findings: [] }) });
  const tools = skillsTools({ library, editor, use });
  const manage = async (args: object) => await callTool(tools, "skill_manage", args);

  expect((await library.list({ all: true })).map(({ name, standing }) => [name, standing])).toContainEqual([
    "kept",
    "trusted",
  ]);
  expect((await library.list()).map(({ name }) => name)).not.toContain("agents");
  expect(await manage({ action: "delete", name: "kept" })).toMatchObject({
    error: expect.stringContaining("pinned"),
  });
  expect(
    await manage({ action: "patch", name: "kept", old_string: "Do it.", new_string: "Do it well." }),
  ).toMatchObject({ done: "patch" });
  expect(await manage({ action: "delete", name: "agents" })).toMatchObject({ done: "delete" });

  const { signal } = new AbortController();
  expect(await editor.change({ action: "delete", name: "kept" }, { signal })).toMatchObject({ ok: true });
  expect((await use.summaries()).has("kept")).toBe(false);
});
