import { readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSkills, skillsTools } from "../src/index.ts";
import type { SkillLibrary } from "../src/index.ts";
import { callTool } from "./support/call-tool.ts";
import { runs } from "./support/long-runs.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";

async function names(library: SkillLibrary): Promise<readonly string[]> {
  return (await library.list()).map(({ name }) => name);
}

describe("finding skills", () => {
  test("a skill is called by its front matter, and its folders are its category", async () => {
    const user = tempFolder();
    writeFiles(user, {
      "devops/docker/images/SKILL.md": skillText("docker-images"),
      "plain/SKILL.md": skillText("plain"),
    });
    const library = openSkills({ folders: { user } });

    const skills = await library.list();

    expect(skills.map(({ name, category, source }) => [name, category, source])).toEqual([
      ["docker-images", "devops/docker", "user"],
      ["plain", "general", "user"],
    ]);
    expect((await library.list({ category: "devops" })).map(({ name }) => name)).toEqual(["docker-images"]);
  });

  test("what the person keeps comes before what a project brings, and the other stays reachable", async () => {
    const [user, project, extra] = [tempFolder(), tempFolder(), tempFolder()];
    writeFiles(user, { "a/SKILL.md": skillText("a", "mine") });
    writeFiles(extra, { "a/SKILL.md": skillText("a", "extra"), "b/SKILL.md": skillText("b", "extra") });
    writeFiles(project, {
      "a/SKILL.md": skillText("a", "theirs"),
      "b/SKILL.md": skillText("b", "theirs"),
      "c/SKILL.md": skillText("c", "theirs"),
    });
    const library = openSkills({ folders: { user, extra: [extra], project: [project] } });

    expect((await library.list()).map(({ name, description }) => [name, description])).toEqual([
      ["a", "mine"],
      ["b", "extra"],
      ["c", "theirs"],
    ]);
    expect(await library.find("project:a")).toMatchObject({
      ok: true,
      skill: { description: "theirs", source: "project" },
    });
  });

  test("a folder that is the person's and the project's too is the person's, and is read once", async () => {
    const [user, elsewhere] = [tempFolder(), tempFolder()];
    writeFiles(user, { "a/SKILL.md": skillText("a") });
    symlinkSync(user, join(elsewhere, "skills"));
    const library = openSkills({ folders: { user, project: [user, join(elsewhere, "skills")] } });

    const skills = await library.list({ all: true });

    expect(skills.map(({ name, source }) => [name, source])).toEqual([["a", "user"]]);
  });

  test("two skills of one qualified name are named, not guessed", async () => {
    const [one, two] = [tempFolder(), tempFolder()];
    for (const folder of [one, two]) writeFiles(folder, { "a/SKILL.md": skillText("a") });
    const library = openSkills({ folders: { user: tempFolder(), project: [one, two] } });

    expect(await library.find("project:a")).toMatchObject({ ok: false, problem: "ambiguous" });
  });

  test.each([
    ["for another system", "platforms: [windows]"],
    ["without a tool", "metadata: {hermes: {requires_tools: [browser_click]}}"],
    ["without a toolset", "metadata: {hermes: {requires_toolsets: [browser]}}"],
    ["whose better is there", "metadata: {hermes: {fallback_for_tools: [terminal]}}"],
    ["whose better toolset is there", "metadata: {hermes: {fallback_for_toolsets: [terminal]}}"],
    ["without a program", "metadata: {hermes: {requires_commands: [no-such-program]}}"],
    ["without one of the programs", "metadata: {openclaw: {requires: {anyBins: [x, y]}}}"],
  ])("a skill %s is not offered, and people learn why", async (_, yaml) => {
    const user = tempFolder();
    writeFiles(user, { "a/SKILL.md": skillText("a", "d", yaml), "b/SKILL.md": skillText("b") });
    const environment = {
      platform: "linux",
      tools: new Set(["terminal"]),
      toolsets: new Set(["terminal"]),
      env: {},
      hasCommand: (name: string) => name === "git",
    };
    const library = openSkills({ folders: { user }, environment });

    expect(await names(library)).toEqual(["b"]);
    expect(await library.find("a")).toMatchObject({ ok: false, problem: "hidden" });
    expect(await library.find("a", { all: true })).toMatchObject({
      ok: true,
      skill: { hidden: expect.any(String) },
    });
  });

  test("a name or description that fills pages takes no more room than the format allows", async () => {
    const user = tempFolder();
    writeFiles(user, { "a/SKILL.md": skillText("n".repeat(20_000), "d".repeat(20_000)) });

    const [skill] = await openSkills({ folders: { user } }).list();

    expect(skill).toMatchObject({ name: "a", description: `${"d".repeat(1023)}…` });
    expect(skill?.problems).not.toEqual([]);
  });

  test("a change on the disk is seen, with a cache in a file too, and nothing is lost by a broken cache", async () => {
    const user = tempFolder();
    const cacheFile = join(tempFolder(), "cache.json");
    writeFiles(user, { "a/SKILL.md": skillText("a", "one") });
    const open = (): SkillLibrary => openSkills({ folders: { user }, cacheFile });
    await open().list();
    writeFiles(user, { "a/SKILL.md": skillText("a", "second") });
    utimesSync(join(user, "a/SKILL.md"), 1, 1);

    expect((await open().list())[0]?.description).toBe("second");
    writeFileSync(cacheFile, "{broken");
    expect((await open().list())[0]?.description).toBe("second");
    expect(JSON.parse(readFileSync(cacheFile, "utf8"))).toMatchObject({ version: 3 });
  });

  test("a skill that breaks the format is listed with its problems", async () => {
    const user = tempFolder();
    writeFiles(user, { "a/SKILL.md": "no front matter" });

    const [skill] = await openSkills({ folders: { user } }).list();

    expect(skill).toMatchObject({ name: "a", problems: [{ severity: "error", line: 1 }] });
  });

  test("where it can't be read what was installed, no skill counts as the person's own", async () => {
    const user = tempFolder();
    writeFiles(user, { "a/SKILL.md": skillText("a"), ".hub/lock.json": "{half" });

    expect(await openSkills({ folders: { user } }).list()).toMatchObject([
      { source: "hub", editable: false },
    ]);
  });

  test("a SKILL.md that is a link to itself is none, and hides no other; one in small letters is one", async () => {
    const user = tempFolder();
    writeFiles(user, { "x/skill.md": skillText("x"), "y/z/SKILL.md": skillText("z"), "y/text": "" });
    symlinkSync("SKILL.md", join(user, "y", "SKILL.md"));

    expect(await names(openSkills({ folders: { user } }))).toEqual(["x", "z"]);
  });

  test("a circle of links ends", async () => {
    const user = tempFolder();
    writeFiles(user, { "x/a/SKILL.md": skillText("a") });
    symlinkSync(user, join(user, "x", "loop"));

    expect(await names(openSkills({ folders: { user } }))).toContain("a");
  });
});

describe("reading skills", () => {
  function withFiles(): { readonly library: SkillLibrary; readonly user: string } {
    const user = tempFolder();
    writeFiles(user, {
      "a/SKILL.md": skillText("a", "Do a"),
      "a/references/api.md": "# API",
      "a/scripts/run.sh": "true",
      "secret.txt": "secret",
    });
    symlinkSync(join(user, "secret.txt"), join(user, "a/references/link.md"));
    symlinkSync(user, join(user, "a/references/out"));
    return { user, library: openSkills({ folders: { user } }) };
  }

  test("skill_view gives the text, its folder and the list of its files, and then a file", async () => {
    const { library, user } = withFiles();
    const tools = skillsTools({ library });

    expect(await callTool(tools, "skill_view", { name: "a" })).toEqual({
      name: "a",
      description: "Do a",
      content: "# a\nDo it.",
      skill_dir: join(user, "a"),
      linked_files: ["references/api.md", "scripts/run.sh"],
    });
    expect(await callTool(tools, "skill_view", { name: "a", file_path: "references/api.md" })).toMatchObject({
      content: "# API",
    });
  });

  test("a skill names its own folder and the session; a command in its text is text", async () => {
    const user = tempFolder();
    const body = "Run ${HERMES_SKILL_DIR}/run.sh ${HERMES_SESSION_ID} $&.\nToday: !`date > ran`";
    writeFiles(user, {
      "a/SKILL.md": skillText("a", "d", "", body),
      "a/scripts/s.sh": "${HERMES_SKILL_DIR}",
    });
    const tools = skillsTools({ library: openSkills({ folders: { user } }) });

    expect(await callTool(tools, "skill_view", { name: "a" })).toMatchObject({
      content: `Run ${join(user, "a")}/run.sh s $&.\nToday: !\`date > ran\``,
    });
    // A script is given as it is: whoever changes it must know its text.
    expect(await callTool(tools, "skill_view", { name: "a", file_path: "scripts/s.sh" })).toMatchObject({
      content: "${HERMES_SKILL_DIR}",
    });
  });

  test("variables that are missing are named, and the value of none is told", async () => {
    const user = tempFolder();
    const yaml =
      "required_environment_variables:\n  - name: GIVEN_KEY\n  - name: MISSING_KEY\n    help: from the site";
    writeFiles(user, {
      "a/SKILL.md": skillText("a", "d", `${yaml}\nprerequisites: {env_vars: [EMPTY_KEY, MISSING_KEY]}`),
    });
    const env = { GIVEN_KEY: "value-of-it", EMPTY_KEY: "" };
    const library = openSkills({ folders: { user }, environment: { env } });

    const answer = await callTool(skillsTools({ library }), "skill_view", { name: "a" });

    expect(await names(library)).toEqual(["a"]);
    expect(answer).toMatchObject({ missing_environment_variables: ["MISSING_KEY", "EMPTY_KEY"] });
    expect(JSON.stringify(answer)).not.toContain("value-of-it");
  });

  test("a file of many megabytes is refused, and one of them is not read whole for the index", async () => {
    const user = tempFolder();
    const long = "x".repeat(9 * 1_048_576);
    writeFiles(user, { "a/SKILL.md": skillText("a", "Long", "", long), "a/references/long.md": long });
    const library = openSkills({ folders: { user } });
    const tools = skillsTools({ library });

    expect((await library.list())[0]).toMatchObject({
      description: "Long",
      problems: [{ severity: "error" }],
    });
    for (const args of [{}, { file_path: "references/long.md" }])
      expect(await callTool(tools, "skill_view", { name: "a", ...args })).toMatchObject({
        error: expect.stringMatching(/has \d+ bytes/),
      });
  });

  test.each([
    "../secret.txt",
    "references/../../secret.txt",
    "/etc/passwd",
    "references/link.md",
    "references/out/secret.txt",
    "..\\secret.txt",
    "%2e%2e/secret.txt",
    "references/none.md",
  ])("%s gives nothing but an error", async (path) => {
    const { library } = withFiles();

    const answer = await callTool(skillsTools({ library }), "skill_view", { name: "a", file_path: path });

    expect(answer).toHaveProperty("error");
    expect(JSON.stringify(answer)).not.toContain('secret"');
  });

  test("no path, however it is made, gives a byte from outside of the folder", async () => {
    const { library } = withFiles();
    const found = await library.find("a");
    if (!found.ok) throw new Error("the skill is there");
    const piece = fc.constantFrom(
      "..",
      ".",
      "references",
      "link.md",
      "out",
      "secret.txt",
      "a",
      "",
      "%2e%2e",
      "~",
      "C:",
      "\\",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.constantFrom("/", "\\", "//"),
        (pieces, glue) => {
          try {
            expect(library.view(found.skill, pieces.join(glue)).content).not.toBe("secret");
          } catch (error) {
            expect(HermesError.is(error)).toBe(true);
          }
        },
      ),
      runs(3_000),
    );
  });

  test("an unknown name answers with the nearest one", async () => {
    const { library } = withFiles();
    writeFiles(library.folders.user, { "deploy-app/SKILL.md": skillText("deploy-app") });

    expect(await callTool(skillsTools({ library }), "skill_view", { name: "deploy_ap" })).toMatchObject({
      hint: "Did you mean: deploy-app?",
    });
  });

  test("more than fifty skills answer with their categories, and a query finds the one", async () => {
    const user = tempFolder();
    for (let index = 0; index < 60; index++)
      writeFiles(user, {
        [`group-${index % 3}/s${index}/SKILL.md`]: skillText(`s${index}`, `Handles matter number ${index}`),
      });
    writeFiles(user, {
      "group-1/deploy/SKILL.md": skillText("deploy-staging", "Bring a build to the staging server"),
    });
    const tools = skillsTools({ library: openSkills({ folders: { user } }) });

    expect(await callTool(tools, "skills_list", {})).toMatchObject({
      categories: { "group-0": 20, "group-1": 21, "group-2": 20 },
      count: 61,
    });
    expect(await callTool(tools, "skills_list", { query: "how do I deploy to staging" })).toMatchObject({
      skills: [{ name: "deploy-staging" }],
    });
    expect(await callTool(tools, "skills_list", { category: "group-1" })).toMatchObject({ count: 21 });
  });
});
