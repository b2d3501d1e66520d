/**
 * A real process installs, updates or uninstalls a skill and is killed (SIGKILL) at every write to the disk: before it and
 * after it. Whatever the point: the next start finds the old state or the new one, wholly, and nothing in quarantine.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSkills } from "@hermes/skills";
import { createSkillHub } from "../src/index.ts";
import { contentHash } from "../src/package/content-hash.ts";
import { readFolder } from "../src/install/installed-files.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";
import { calm } from "./support/make-hub.ts";
import { plainFetch } from "./support/loopback.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
type Work = "install" | "update" | "uninstall";

/** Runs the work in a process of its own. @returns How many writes it did. */
async function work(kind: Work, root: string, killAt: string): Promise<number> {
  const script = join(import.meta.dirname, "support/killed-work.ts");
  const child = spawn(process.execPath, ["--conditions=@hermes/source", script, kind, root, killAt], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...end) => resolve(end)),
  );
  if (killAt === "never" ? code !== 0 : signal !== "SIGKILL")
    throw new Error(`${kind} ${killAt}: ended with ${code} ${signal} ${errors}`);
  return Number(output);
}

/** A home as it is before the work. */
async function start(kind: Work): Promise<string> {
  const root = tempFolder();
  const skill = {
    "deploy/SKILL.md": skillText("deploy", "Old"),
    "deploy/references/a.md": "old",
    "deploy/scripts/gone.sh": "old",
  };
  writeFiles(join(root, "official"), skill);
  mkdirSync(join(root, "skills"));
  writeFiles(join(root, "skills"), { "mine/SKILL.md": skillText("mine") });
  if (kind === "install") return root;
  const outcome = await open(root).install("official:deploy", { signal: calm() });
  expect(outcome.ok).toBe(true);
  writeFiles(join(root, "official"), {
    "deploy/SKILL.md": skillText("deploy", "New"),
    "deploy/references/a.md": "new",
  });
  return root;
}

function open(root: string) {
  return createSkillHub({
    folder: join(root, "skills"),
    officialFolder: join(root, "official"),
    fetch: plainFetch,
  });
}

/** The skill on the disk and what the lock file says of it; "torn" where these differ. */
async function stateOf(root: string): Promise<string> {
  const folder = join(root, "skills/deploy");
  const present = existsSync(folder) ? contentHash(readFolder(folder).files) : "absent";
  const named = open(root).installed()[0]?.contentHash ?? "absent";
  const listed = await openSkills({ folders: { user: join(root, "skills") } }).list();
  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    present === "absent" ? ["mine"] : ["deploy", "mine"],
  );
  return present === named ? present : `torn: ${present} is there, ${named} is named`;
}

test.each(["install", "update", "uninstall"] as const)(
  "wherever %s is killed, the old state or the new one is there",
  { timeout: isLong ? 600_000 : 120_000 },
  async (kind) => {
    const before = await start(kind);
    const whole = tempFolder();
    cpSync(before, whole, { recursive: true });
    const writes = await work(kind, whole, "never");
    const states = [await stateOf(before), await stateOf(whole)];
    expect(states[0]).not.toBe(states[1]);
    expect(writes).toBeGreaterThan(4);

    const all = Array.from({ length: writes }, (_, index) => [
      `before ${index + 1}`,
      `after ${index + 1}`,
    ]).flat();
    // By default some of the early points, and those of the last steps, where the folders and the lock file change.
    const isLast = (index: number): boolean => index >= all.length - 20 && index % 4 === 1;
    const points = isLong ? all : all.filter((_, index) => index % 40 === 0 || isLast(index));
    const seen = new Set<string>();
    const worker = async (): Promise<void> => {
      for (let point = points.pop(); point !== undefined; point = points.pop()) {
        const root = tempFolder();
        cpSync(before, root, { recursive: true });
        // oxlint-disable-next-line no-await-in-loop
        await work(kind, root, point);

        open(root);

        // oxlint-disable-next-line no-await-in-loop
        const state = await stateOf(root);
        expect(states, `${kind} killed ${point}`).toContain(state);
        seen.add(state);
        const hub = join(root, "skills/.hub");
        const quarantine = join(hub, "quarantine");
        expect(existsSync(quarantine) ? readdirSync(quarantine) : [], `quarantine, killed ${point}`).toEqual(
          [],
        );
        expect(existsSync(join(hub, "pending.json"))).toBe(false);
        expect(readFileSync(join(root, "skills/mine/SKILL.md"), "utf8")).toBe(skillText("mine"));
        // And the work can be done again.
        if (kind === "install") {
          // oxlint-disable-next-line no-await-in-loop
          expect((await open(root).install("official:deploy", { signal: calm() })).ok).toBe(true);
        }
      }
    };
    await Promise.all([worker(), worker()]);

    expect([...seen].toSorted()).toEqual(states.toSorted());
  },
);

test("two processes install at once, and both skills are there", { timeout: 60_000 }, async () => {
  const root = tempFolder();
  mkdirSync(join(root, "skills"));
  const names = Array.from({ length: 6 }, (_, index) => `skill-${index}`);
  writeFiles(
    join(root, "official"),
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );

  await Promise.all(["even", "odd"].map(async (half) => await work(half as Work, root, "never")));

  expect(
    open(root)
      .installed()
      .map(({ name }) => name),
  ).toEqual(names);
  expect(readFileSync(join(root, "skills/.hub/audit.log"), "utf8").trimEnd().split("\n")).toHaveLength(6);
});
