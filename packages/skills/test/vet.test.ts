import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSkills, skillsTools } from "../src/index.ts";
import type { OpenSkillsOptions, SkillLibrary } from "../src/index.ts";
import { callTool } from "./support/call-tool.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";

/** A project with one skill, and a person's folder with another; each `open` is a new process. */
function made(files: Readonly<Record<string, string>> = {}) {
  const [user, project, state] = [tempFolder(), tempFolder(), tempFolder()];
  writeFiles(user, { "mine/SKILL.md": skillText("mine") });
  writeFiles(project, { "p/SKILL.md": skillText("p"), "p/scripts/run.sh": "true", ...files });
  const asked: string[] = [];
  const open = (options: Partial<OpenSkillsOptions> = {}): SkillLibrary =>
    openSkills({
      folders: { user, project: [project] },
      cacheFile: join(state, "cache.json"),
      vet: ({ name }) => void asked.push(name),
      ...options,
    });
  return { user, project, asked, open };
}

async function offered(library: SkillLibrary): Promise<readonly string[]> {
  return (await library.list()).map(({ name }) => name);
}

test("a skill of a project that does not pass is offered nowhere, and people learn why", async () => {
  const { open } = made();
  const library = open({ vet: () => "the scan found that it sends keys away" });
  const tools = skillsTools({ library });

  expect(await offered(library)).toEqual(["mine"]);
  expect(await callTool(tools, "skill_view", { name: "p" })).toMatchObject({
    error: 'The skill "p" can\'t be used here: the scan found that it sends keys away.',
  });
  expect(await callTool(tools, "skill_view", { name: "project:p" })).toHaveProperty("error");
  expect((await library.list({ all: true })).find(({ name }) => name === "p")?.hidden).toMatch(/^the scan/);
});

test("a skill that is vetted is not asked for again, by the next process neither, until any of its files changes", async () => {
  const { project, asked, open } = made();
  const script = join(project, "p/scripts/run.sh");
  utimesSync(script, 1, 1);
  const first = open();
  await first.list();
  await first.list();
  await open().list();
  expect(asked).toEqual(["p"]);

  const changes: readonly (() => void)[] = [
    // The same size, and the time set back.
    () => {
      writeFileSync(script, "evil");
      utimesSync(script, 1, 1);
    },
    () => writeFileSync(script, "false"),
    () => chmodSync(script, 0o755),
    () => writeFiles(project, { "p/references/new.md": "new" }),
    () => symlinkSync("run.sh", join(project, "p/scripts/link.sh")),
  ];
  for (const [index, change] of changes.entries()) {
    change();
    await open().list();
    expect(asked).toHaveLength(index + 2);
  }
  await open({ vetVersion: "2" }).list();
  expect(asked).toHaveLength(changes.length + 2);
});

test("skills of the person are not asked for, and what a vetted skill would take stays theirs", async () => {
  const { asked, open } = made({ "mine/SKILL.md": skillText("mine", "theirs") });

  expect(await offered(open())).toEqual(["mine", "p"]);

  expect(asked).toEqual(["mine", "p"]);
  expect((await open().find("mine")).ok && (await open().list())[0]?.description).toBe("Does mine");
});

test("a scan that fails hides the skill, and is asked again", async () => {
  const { open } = made();
  const failing = open({ vet: () => Promise.reject(new Error("no scanner")) });

  expect(await offered(failing)).toEqual(["mine"]);
  expect(await failing.find("p")).toMatchObject({ ok: false, reason: expect.stringContaining("no scanner") });
  expect(await offered(open())).toEqual(["mine", "p"]);
});

test("a project can't offer a file of the machine as its SKILL.md, nor a folder of the person to be searched", async () => {
  const { project, user, open } = made({ "evil/notes.md": "x" });
  writeFiles(user, { "secrets/netrc": "machine x password hunter2" });
  symlinkSync(join(user, "secrets/netrc"), join(project, "evil/SKILL.md"));
  symlinkSync(user, join(project, "all"));
  symlinkSync(join(project, "p"), join(project, "linked"));

  const library = open();
  const skills = await library.list({ all: true });

  const [, theirs] = skills;
  if (theirs === undefined) throw new Error("the project has a skill");
  rmSync(theirs.path);
  symlinkSync(join(user, "secrets/netrc"), theirs.path);
  expect(() => library.view(theirs)).toThrow("refused");
  expect(JSON.stringify(skills)).not.toContain("hunter2");
  expect(skills.map(({ name, source }) => [name, source])).toEqual([
    ["mine", "user"],
    ["p", "project"],
  ]);
});
