import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import { expect, test } from "vitest";
import type { RuntimeFlags } from "../../src/index.ts";
import { callingModel, firstRequest, requestOf, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { writeSkill } from "./skill-files.ts";

const skillsOf = (home: string): string => join(home, "skills");

test("the prompt has the index of skills behind memory and before the environment", async () => {
  await using place = await temporaryPlace();
  await writeSkill(skillsOf(place.home), "devops/deploy");
  await mkdir(join(place.home, "memories"), { recursive: true });
  await writeFile(join(place.home, "memories", "USER.md"), "Prefers tea.\n");

  const { request, warnings } = await firstRequest(place);

  const places = ["Prefers tea.", "- deploy: Does deploy.", "# Environment"].map((text) =>
    (request.system ?? "").indexOf(text),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(request.tools?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["skills_list", "skill_view", "tool_search"]),
  );
  expect(warnings).toEqual([]);
});

test.each([
  ["the toolset is not among those chosen", { flags: { toolsets: ["terminal"] } }],
  ["rules are ignored", { env: { HERMES_IGNORE_RULES: "1" } }],
])(
  "there is no index when %s, and no skill is changed",
  async (_, { flags = {}, env = {} }: { flags?: RuntimeFlags; env?: Environment }) => {
    await using place = await temporaryPlace();
    await writeSkill(skillsOf(place.home), "deploy");

    const model = scripted([{ text: "Hello." }]);
    await using runtime = await runtimeIn(place, { model, flags, loaded: await place.settings(env) });
    await using session = await runtime.openSession();
    await session.agent.chat("Hi");

    const request = requestOf(model, 0);
    expect(request.system).not.toContain("deploy");
    expect(request.tools?.map(({ name }) => name)).not.toContain("skill_manage");
  },
);

test("without a person nothing is remembered and no skill is changed, but skills are used", async () => {
  await using place = await temporaryPlace();
  await writeSkill(skillsOf(place.home), "deploy");
  await mkdir(join(place.home, "memories"), { recursive: true });
  await writeFile(join(place.home, "memories", "USER.md"), "Prefers tea.\n");

  const { request } = await firstRequest(place, { flags: { unattended: true } });

  expect(request.system).toContain("- deploy:");
  expect(request.system).not.toContain("Prefers tea.");
  const names = request.tools?.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(["skills_list", "skill_view"]));
  for (const name of ["skill_manage", "memory", "learning"]) expect(names).not.toContain(name);
});

test("a skill is found by what it is for, read, and counted as used", async () => {
  await using place = await temporaryPlace();
  await writeSkill(skillsOf(place.home), "deploy", { description: "Brings the app to staging." });
  await writeSkill(skillsOf(place.home), "tea", { description: "Makes tea." });
  const model = callingModel(
    { name: "skills_list", arguments: { query: "bring app to staging" } },
    { name: "skill_view", arguments: { name: "deploy" } },
  );
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  await session.agent.chat("Deploy.");

  expect(resultsIn(model)).toMatchObject([
    { skills: [{ name: "deploy" }] },
    { name: "deploy", content: "1. Run `make`." },
  ]);
  const { library, use } = await runtime.skills();
  expect((await use.summaries()).get("deploy")).toMatchObject({ uses: 1 });
  expect(await library.list()).toMatchObject([{ name: "deploy", use: { uses: 1 } }, { name: "tea" }]);
});

test("a conversation that goes on has the same bytes in front, whatever became of the skills", async () => {
  await using place = await temporaryPlace();
  await writeSkill(skillsOf(place.home), "deploy");
  const first = scripted([{ text: "Yes." }]);
  const second = scripted([{ text: "Yes." }]);
  for (const [model, resume] of [
    [first, undefined],
    [second, "latest"],
  ] as const) {
    await using runtime = await runtimeIn(place, { model });
    await using session = await runtime.openSession({ resume });
    await session.agent.chat("Go.");
    await writeSkill(skillsOf(place.home), "tea");
  }

  expect(requestOf(second, 0).system).toBe(requestOf(first, 0).system);
  expect(requestOf(second, 0).tools).toEqual(requestOf(first, 0).tools);
  expect(requestOf(second, 0).system).not.toContain("- tea:");
});

test("skills are switched off by name, also for one platform, and read from more folders", async () => {
  await using place = await temporaryPlace();
  const team = join(place.homedir, "team");
  for (const name of ["one", "two", "three"]) await writeSkill(skillsOf(place.home), name);
  await writeSkill(team, "shared");
  await writeFile(
    join(place.home, "config.yaml"),
    "skills: {disabled: [one], platform_disabled: {cli: [two], telegram: [three]}, external_dirs: [~/team]}\n",
  );

  const { request, warnings } = await firstRequest(place);

  const named = ["one", "two", "three", "shared"].filter((name) => request.system?.includes(`- ${name}:`));
  expect(named).toEqual(["three", "shared"]);
  expect(warnings).toEqual([]);
});

test("a skill that asks for a tool is offered where the conversation has it", async () => {
  await using place = await temporaryPlace();
  const text = (tool: string): string =>
    `---\nname: with-${tool}\ndescription: Uses ${tool}.\nmetadata:\n  hermes:\n    requires_tools: [${tool}]\n---\n\nUse it.\n`;
  for (const tool of ["terminal", "teleport"]) {
    await writeSkill(skillsOf(place.home), `with-${tool}`, { files: { "SKILL.md": text(tool) } });
  }
  const offered = async (toolsets?: readonly string[]): Promise<readonly string[]> => {
    const { request } = await firstRequest(place, { flags: { ...(toolsets && { toolsets }) } });
    return ["with-terminal", "with-teleport"].filter((name) => request.system?.includes(`- ${name}:`));
  };

  expect(await offered()).toEqual(["with-terminal"]);
  expect(await offered(["skills"])).toEqual([]);
  await using runtime = await runtimeIn(place);
  expect((await (await runtime.skills()).library.list()).map(({ name }) => name)).toEqual(["with-terminal"]);
});

test("what comes with Hermes is in the home when a conversation begins, optional packs aside, and an edit stays", async () => {
  await using place = await temporaryPlace();
  const bundledSkills = join(place.root, "bundled");
  await writeSkill(bundledSkills, "code/debug");
  await writeSkill(bundledSkills, "optional/cook");
  const open = async (): Promise<string> => {
    const model = scripted([{ text: "Yes." }]);
    await using runtime = await runtimeIn(place, { model, bundledSkills });
    await using session = await runtime.openSession();
    await session.agent.chat("Hi");
    expect(runtime.warnings).toEqual([]);
    return requestOf(model, 0).system ?? "";
  };

  const first = await open();
  expect(first).toContain("- debug:");
  expect(first).not.toContain("cook");
  const path = join(skillsOf(place.home), "code", "debug", "SKILL.md");
  await writeFile(path, (await readFile(path, "utf8")).replace("Does debug.", "Mine."));
  expect(await open()).toContain("- debug: Mine.");
});
