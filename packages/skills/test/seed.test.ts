import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSkills, seedSkills } from "../src/index.ts";
import { runNode } from "./support/run-node.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";

describe("skills that come with Hermes", async () => {
  test("an untouched file is updated, an edited one and a deleted one are left alone", async () => {
    const [from, into] = [tempFolder(), tempFolder()];
    writeFiles(from, {
      "x/a/SKILL.md": skillText("a", "one"),
      "x/a/references/r.md": "one",
      "b/SKILL.md": skillText("b"),
    });
    expect((await seedSkills({ from, into })).added).toEqual([
      "b/SKILL.md",
      "x/a/SKILL.md",
      "x/a/references/r.md",
    ]);
    writeFiles(into, { "x/a/references/r.md": "mine" });
    writeFiles(from, { "x/a/SKILL.md": skillText("a", "two"), "x/a/references/r.md": "two" });

    const report = await seedSkills({ from, into });

    expect(report).toMatchObject({ updated: ["x/a/SKILL.md"], kept: ["x/a/references/r.md"] });
    expect(readFileSync(join(into, "x/a/references/r.md"), "utf8")).toBe("mine");
    expect(await seedSkills({ from, into })).toMatchObject({ added: [], updated: [], removed: [] });
  });

  test("a skill of the person in the same place is theirs, and stays", async () => {
    const [from, into] = [tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a", "ours") });
    writeFiles(into, { "a/SKILL.md": skillText("a", "mine") });

    expect((await seedSkills({ from, into })).kept).toEqual(["a"]);
    expect((await openSkills({ folders: { user: into } }).list())[0]).toMatchObject({
      description: "mine",
      source: "user",
    });
  });

  test("what no longer comes goes, unless it was edited", async () => {
    const [from, into, empty] = [tempFolder(), tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    await seedSkills({ from, into });
    writeFiles(into, { "b/SKILL.md": "mine" });

    expect(await seedSkills({ from: empty, into })).toMatchObject({
      removed: ["a/SKILL.md"],
      kept: ["b/SKILL.md"],
    });
  });

  test("seeded and installed skills are tagged, and an agent may change neither", async () => {
    const [from, user] = [tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a") });
    await seedSkills({ from, into: user });
    writeFiles(user, {
      "web/h/SKILL.md": skillText("h"),
      ".hub/lock.json": JSON.stringify({
        version: 1,
        installed: { h: { install_path: "web/h", source: "github" } },
      }),
    });
    mkdirSync(join(user, "u"));
    writeFiles(user, { "u/SKILL.md": skillText("u") });

    const skills = await openSkills({ folders: { user } }).list();

    expect(
      Object.fromEntries(skills.map(({ name, source, editable }) => [name, [source, editable]])),
    ).toEqual({
      u: ["user", true],
      h: ["hub", false],
      a: ["bundled", false],
    });
  });

  test("nothing is read again until what is shipped changes, even to the same size and an older time", async () => {
    const [from, into] = [tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a", "one"), "optional/o/SKILL.md": skillText("o") });
    utimesSync(join(from, "a/SKILL.md"), 1, 1);
    const seed = async () => await seedSkills({ from, into, except: ["optional"] });
    expect((await seed()).added).toEqual(["a/SKILL.md"]);
    // Not even what lies in the home is compared: a file that is gone there is not missed.
    rmSync(join(into, "a"), { recursive: true });
    expect(await seed()).toEqual({ added: [], updated: [], removed: [], kept: [] });

    writeFiles(from, { "optional/o/SKILL.md": skillText("o", "new") });
    expect((await seed()).kept).toEqual([]);
    writeFiles(from, { "a/SKILL.md": skillText("a", "two") });
    utimesSync(join(from, "a/SKILL.md"), 1, 1);

    expect(await seed()).toMatchObject({ added: [], kept: ["a/SKILL.md"] });
    expect(existsSync(join(into, "optional"))).toBe(false);
  });

  test("an unwritable home and a missing folder of skills are reported and do no harm", async () => {
    const [from, home] = [tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a") });
    writeFileSync(join(home, "file"), "x");

    expect(await seedSkills({ from, into: join(home, "file/skills") })).toMatchObject({
      added: [],
      problem: expect.stringContaining("can't be written"),
    });
    await seedSkills({ from, into: home });
    expect(await seedSkills({ from: join(from, "gone"), into: home })).toMatchObject({
      removed: [],
      problem: expect.stringContaining("can't be read"),
    });
  });

  test("skills copied by a process that died before recording them stay, and the next start records them", async () => {
    const [from, into] = [tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a"), "a/references/r.md": "r" });
    writeFiles(into, { "a/SKILL.md": skillText("a") });

    expect(await seedSkills({ from, into })).toMatchObject({ added: ["a/references/r.md"], kept: [] });
    expect((await openSkills({ folders: { user: into } }).list())[0]?.source).toBe("bundled");
  });

  test("a link of the person in the place of a file is not written through", async () => {
    const [from, into, theirs] = [tempFolder(), tempFolder(), tempFolder()];
    writeFiles(from, { "a/SKILL.md": skillText("a", "one") });
    await seedSkills({ from, into });
    writeFiles(theirs, { "SKILL.md": skillText("a", "one") });
    rmSync(join(into, "a/SKILL.md"));
    symlinkSync(join(theirs, "SKILL.md"), join(into, "a/SKILL.md"));
    writeFiles(from, { "a/SKILL.md": skillText("a", "two") });

    expect((await seedSkills({ from, into })).kept).toEqual(["a/SKILL.md"]);
    expect(readFileSync(join(theirs, "SKILL.md"), "utf8")).toContain("one");
  });

  test("skills that the Python Hermes brought and nobody touched are no edits: ours take their place, others stay as they are", async () => {
    const [from, into] = [tempFolder(), tempFolder()];
    const old = { "SKILL.md": skillText("plan", "old"), "a/b.md": "1", "a-b.md": "2" };
    const md5 = (files: Readonly<Record<string, string>>): string => {
      const hash = createHash("md5");
      for (const [file, text] of Object.entries(files)) hash.update(file).update(text);
      return hash.digest("hex");
    };
    for (const name of ["plan", "edited", "other"])
      writeFiles(join(into, "dev", name), { ...old, "SKILL.md": skillText(name, "old") });
    const lines = ["plan", "edited", "other"].map(
      (name) => `${name}:${md5({ "SKILL.md": skillText(name, "old"), "a/b.md": "1", "a-b.md": "2" })}`,
    );
    writeFiles(into, {
      ".bundled_manifest": `${lines.join("\n")}\n`,
      "dev/edited/SKILL.md": skillText("edited", "mine"),
    });
    writeFiles(from, {
      "dev/plan/SKILL.md": skillText("plan", "new"),
      "dev/edited/SKILL.md": skillText("edited", "new"),
    });

    const report = await seedSkills({ from, into });

    expect(report).toMatchObject({
      updated: ["dev/plan/SKILL.md"],
      removed: ["dev/plan/a-b.md", "dev/plan/a/b.md"],
      kept: ["dev/edited"],
    });
    const skills = await openSkills({ folders: { user: into } }).list();
    expect(skills.map(({ name, description, source }) => [name, description, source])).toEqual([
      ["edited", "mine", "user"],
      ["other", "old", "bundled"],
      ["plan", "new", "bundled"],
    ]);
  });

  test("processes that seed at the same moment lose no edit and fail at nothing", async () => {
    const [from, into, point] = [tempFolder(), tempFolder(), tempFolder()];
    for (let index = 0; index < 40; index++)
      writeFiles(from, {
        [`s${index}/SKILL.md`]: skillText(`s${index}`),
        [`s${index}/references/r.md`]: "one",
      });
    await seedSkills({ from, into });
    for (let index = 0; index < 40; index++) writeFiles(from, { [`s${index}/references/r.md`]: "two" });
    writeFiles(into, { "s3/SKILL.md": "mine" });

    const reports = await Promise.all(
      Array.from({ length: 3 }, async () => await runNode("seed.ts", [from, into, point, "3"])),
    );

    expect(reports.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    const all = reports.map(({ stdout }) => JSON.parse(stdout) as { updated: string[]; problem?: string });
    expect(all.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(all.flatMap(({ updated }) => updated)).toHaveLength(40);
    expect(readFileSync(join(into, "s3/SKILL.md"), "utf8")).toBe("mine");
    expect(readdirSync(join(into, ".staging"))).toEqual([]);
    expect(existsSync(join(into, ".seed.lock"))).toBe(false);
  });
});
