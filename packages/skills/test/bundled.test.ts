import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { formatSkillProblem, parseSkill, validateSkill } from "../src/format/index.ts";
import { scanSkill } from "@hermes/scanner";
import { openSkills, readSkillPackage, skillsPrompt } from "../src/index.ts";
import type { ListedSkill } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

const root = join(import.meta.dirname, "../../../skills");
const all = await openSkills({ folders: { user: root } }).list({ all: true });
const packs = all.filter(({ category }) => category.startsWith("optional/"));
const bundled = all.filter((skill) => !packs.includes(skill));
const named = all.map((skill) => ({ name: `${skill.category}/${skill.name}`, skill }));
const withChecks = named.filter(({ skill }) => checkOf(skill) !== undefined);

test("twelve skills and more come along, and three packs of three and more", () => {
  const sizes = new Map<string, number>();
  for (const { category } of packs) sizes.set(category, (sizes.get(category) ?? 0) + 1);

  expect(bundled.length).toBeGreaterThanOrEqual(12);
  expect([...sizes.keys()].toSorted()).toEqual([
    "optional/data-science",
    "optional/devops",
    "optional/security",
  ]);
  for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(3);
});

test("no two have one name, also as folders of a home", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test("the index of all bundled skills costs less than 900 tokens and cuts no description", () => {
  const text = skillsPrompt(bundled);

  expect(encode(text).length).toBeLessThan(900);
  for (const { name, description } of bundled) expect(text).toContain(`- ${name}: ${description}`);
});

describe.each(named)("$name", ({ skill }) => {
  const text = readFileSync(skill.path, "utf8");
  const markdown = markdownOf(skill);

  test("keeps the format, and its description is short", () => {
    const problems = validateSkill(text, { folder: basename(skill.folder) });

    expect(problems.map((problem) => formatSkillProblem(problem))).toEqual([]);
    expect(skill.description.length).toBeLessThanOrEqual(200);
    expect(skill.fields.license).toBe("MIT");
    // What does not fit on a few screens belongs into references/.
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
  });

  test("passes the scan that untrusted skills must pass", () => {
    const { decision, findings } = scanSkill(readSkillPackage(skill.folder, skill.name), {
      trust: "community",
    });

    expect({ decision, findings: findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`) }).toEqual(
      {
        decision: "allow",
        findings: expect.any(Array) as string[],
      },
    );
  });

  test("names files that are there, and all of them", () => {
    const files = readSkillPackage(skill.folder, skill.name).files.map(({ path }) => path);
    const body = markdown.map((page) => page.text).join("\n");
    const mentioned = [
      ...body.matchAll(/(?:SKILL_DIR\/|`)((?:references|templates|scripts|assets)\/[\w./-]+\w)/g),
    ].map(([, path]) => path ?? "");
    const missing = mentioned.filter((path) => !files.includes(path) && !isElsewhere(body, path));
    // A check is found by its name.
    const unnamed = files.filter(
      (path) => path !== "SKILL.md" && !/^scripts\/check\.\w+$/.test(path) && !mentioned.includes(path),
    );

    expect({ missing, unnamed }).toEqual({ missing: [], unnamed: [] });
  });

  test("its links lead to files, and related skills are there", () => {
    const dead = markdown.flatMap(({ path, text: page }) =>
      [...withoutCode(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target ?? "")
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(path), target))),
    );
    const names = all.map(({ name }) => name);

    expect(dead).toEqual([]);
    expect(skill.fields.relatedSkills.filter((name) => !names.includes(name))).toEqual([]);
    const praised = [...text.matchAll(/\bskills? `([\w-]+)`/g)].map(([, name]) => name ?? "");
    expect(praised.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32").each(withChecks)("$name", ({ skill }) => {
  test("its check passes on a copy", (context) => {
    const isPython = extname(checkOf(skill) ?? "") === ".py";
    if (isPython) needs(context, "python3");
    const copy = join(tempFolder(), skill.name);
    cpSync(skill.folder, copy, { recursive: true });
    const script = checkOf(skill) ?? "";

    const { status, stdout, stderr } = spawnSync(
      isPython ? "python3" : "sh",
      [join(copy, script)],
      // As bare as in a jail.
      { cwd: copy, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", TMPDIR: tempFolder() } },
    );

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^ok/);
    // It leaves nothing behind in its own folder.
    expect(filesOf(copy)).toEqual(filesOf(skill.folder));
  });
});

test("the settings that are named exist", () => {
  const settings = readFileSync(join(root, "../docs/reference/settings.md"), "utf8");
  const groups = [...settings.matchAll(/^\| `([a-z_]+)\./gm)].map(([, group]) => group ?? "");
  const keys = bundled
    .flatMap(markdownOf)
    .flatMap(({ text }) => [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)\b/g)].map(([, key]) => key ?? ""));
  const known = keys.filter((key) => groups.includes(key.split(".")[0] ?? ""));
  const missing = known.filter(
    (key) =>
      !settings.includes(`\`${key}\``) &&
      !settings.includes(`\`${key.replace(/^(\w+)\.\w+/, "$1.<name>")}\``),
  );

  expect(known.length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});

test("every script that is run or copied has a check", () => {
  const bare = all.filter(
    (skill) =>
      filesOf(skill.folder).some((path) => /^(?:scripts|templates)\//.test(path)) &&
      checkOf(skill) === undefined,
  );

  expect(bare.map(({ name }) => name)).toEqual([]);
});

test("research on the web waits for tools of the web", async () => {
  const without = openSkills({
    folders: { user: root },
    environment: { toolsets: new Set(["terminal", "file"]) },
  });

  const found = await without.find("research-web");

  expect(found).toMatchObject({ ok: false, problem: "hidden" });
});

/** Files of another skill, named together with it. */
function isElsewhere(body: string, path: string): boolean {
  return all.some(
    ({ name, folder }) =>
      body.includes(`\`${path}\` of the skill \`${name}\``) && existsSync(join(folder, path)),
  );
}

function checkOf({ folder }: ListedSkill): string | undefined {
  return filesOf(folder).find((path) => /^scripts\/check\.\w+$/.test(path));
}

function filesOf(folder: string): readonly string[] {
  return readSkillPackage(folder, "").files.map(({ path }) => path);
}

function markdownOf({ folder }: ListedSkill): readonly { readonly path: string; readonly text: string }[] {
  return filesOf(folder)
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({
      path: join(folder, path),
      text: parseSkill(readFileSync(join(folder, path), "utf8")).body,
    }));
}

function withoutCode(text: string): string {
  return text.replace(/^ {0,3}```[\s\S]*?^ {0,3}```/gm, "").replace(/`[^`\n]*`/g, "");
}
