import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSkillEditor, fileSkillUse, openSkills } from "../src/index.ts";
import type { SkillChange, SkillChangeOutcome } from "../src/index.ts";
import { long } from "./support/long-runs.ts";
import { runNode } from "./support/run-node.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";

const before = {
  "a/SKILL.md": skillText("a", "Does a", "", "Do it.\n".repeat(200)),
  "a/references/r.md": "r".repeat(2_000),
};
const changes: Readonly<Record<SkillChange["action"], SkillChange>> = {
  create: {
    action: "create",
    name: "b",
    category: "x/y",
    content: skillText("b", "b", "", "Do b.\n".repeat(200)),
  },
  patch: { action: "patch", name: "a", oldString: "Does a", newString: "Does better" },
  edit: { action: "edit", name: "a", content: skillText("a", "Other", "", "Do that.\n".repeat(300)) },
  write_file: {
    action: "write_file",
    name: "a",
    filePath: "scripts/deep/s.sh",
    content: "true\n".repeat(200),
  },
  remove_file: { action: "remove_file", name: "a", filePath: "references/r.md" },
  delete: { action: "delete", name: "a" },
};

/** What readers see: all files but those of folders that begin with a dot. */
function visible(user: string): Record<string, string> {
  const paths = (readdirSync(user, { recursive: true, withFileTypes: true }) ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(user.length + 1))
    .filter((path) => !path.startsWith("."));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(user, path), "utf8")]));
}

function editorOf(user: string) {
  const use = fileSkillUse(join(user, ".use.jsonl"));
  const library = openSkills({ folders: { user }, use });
  return createSkillEditor({ library, use, scan: () => ({ decision: "allow", findings: [] }) });
}

async function make(user: string, change: SkillChange): Promise<SkillChangeOutcome> {
  return await editorOf(user).change(change, { signal: new AbortController().signal });
}

async function killed(
  user: string,
  change: SkillChange,
  at: number,
  halfway: boolean,
): Promise<string | null> {
  const { signal } = await runNode("change-skill.ts", [user, JSON.stringify([change])], {
    import: "die-at.ts",
    env: { DIE_AT: String(at), DIE_HALFWAY: halfway ? "1" : "" },
  });
  return signal;
}

/** Two at a time: a start costs most. */
async function inPairs<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 2) await Promise.all(items.slice(at, at + 2).map(work));
}

describe("a process that is killed in the middle of a change", () => {
  test.each(Object.keys(changes) as SkillChange["action"][])(
    "leaves the whole old or the whole new skill, whatever it did last: %s",
    async (action) => {
      const change = changes[action];
      const whole = tempFolder();
      writeFiles(whole, before);
      expect(await make(whole, change)).toMatchObject({ ok: true });
      const after = visible(whole);
      expect(after).not.toEqual(before);
      const counted = tempFolder();
      writeFiles(counted, before);
      const { stderr } = await runNode("change-skill.ts", [counted, JSON.stringify([change])], {
        import: "die-at.ts",
      });
      const steps = Number(/(\d+) steps/.exec(stderr)?.[1]);
      expect(steps).toBeGreaterThan(4);
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      // By default every fifth, beginning elsewhere for each action, and always those where it is put in place.
      const tried = all.filter(
        (at) => long || (at > steps - 5 && at < steps) || (at + action.length) % 5 === 0,
      );

      await inPairs(
        tried.flatMap((at) => (long ? [true, false] : [true]).map((halfway) => ({ at, halfway }))),
        async ({ at, halfway }) => {
          const user = tempFolder();
          writeFiles(user, before);

          expect(await killed(user, change, at, halfway)).toBe("SIGKILL");

          const seen = visible(user);
          expect([before, after]).toContainEqual(seen);
          // What it held and what it left are nobody's trouble: the next change is made.
          const isOld = JSON.stringify(seen) === JSON.stringify(before);
          expect(
            await make(
              user,
              isOld ? change : ({ ...changes.create, name: "c", content: skillText("c") } as SkillChange),
            ),
          ).toMatchObject({
            ok: true,
          });
          if (isOld) expect(visible(user)).toEqual(after);
        },
      );
    },
    120_000,
  );

  test("leaves a half-written lock, which blocks nobody", async () => {
    const user = tempFolder();
    writeFiles(user, { ...before, ".change.lock": "1" });
    const twoSecondsAgo = Date.now() / 1_000 - 2;
    utimesSync(join(user, ".change.lock"), twoSecondsAgo, twoSecondsAgo);

    expect(await make(user, changes.patch)).toMatchObject({ ok: true });
  });

  test("leaves a copy that a later change clears away", async () => {
    const user = tempFolder();
    writeFiles(user, before);
    await killed(user, changes.edit, 6, false);
    const [left = ""] = readdirSync(join(user, ".staging"));
    expect(left).not.toBe("");

    await make(user, changes.patch);
    // It may be somebody's who is still at work.
    expect(readdirSync(join(user, ".staging"))).toEqual([left]);
    utimesSync(join(user, ".staging", left), 1, 1);
    await make(user, changes.write_file);

    expect(readdirSync(join(user, ".staging"))).toEqual([]);
  });
});

describe("two at once", () => {
  test("processes that patch one skill at the same time lose no change", async () => {
    const [user, point] = [tempFolder(), tempFolder()];
    const lines = (who: string) => Array.from({ length: 12 }, (_, index) => `${who}${index} old.`);
    writeFiles(user, {
      "a/SKILL.md": skillText("a", "d", "", [...lines("x"), ...lines("y"), ...lines("z")].join("\n\n")),
    });
    const patches = (who: string): readonly SkillChange[] =>
      lines(who).map((line) => ({
        action: "patch",
        name: "a",
        oldString: line,
        newString: line.replace("old", "new"),
      }));

    const runs = await Promise.all(
      ["x", "y", "z"].map(
        async (who) => await runNode("change-skill.ts", [user, JSON.stringify(patches(who)), point, "3"]),
      ),
    );

    expect(runs.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
    const done = runs.flatMap(({ stdout }) => JSON.parse(stdout) as { ok: boolean }[]);
    const text = readFileSync(join(user, "a/SKILL.md"), "utf8");
    expect(text.match(/\d new\./g)).toHaveLength(done.filter(({ ok }) => ok).length);
    expect(done.every(({ ok }) => ok)).toBe(true);
    expect((await fileSkillUse(join(user, ".use.jsonl")).summaries()).has("a")).toBe(true);
    expect(existsSync(join(user, ".change.lock"))).toBe(false);
  });

  /** A scan during which something happens. */
  function during(user: string, happens: () => void) {
    let left = 1;
    return createSkillEditor({
      library: openSkills({ folders: { user } }),
      scan: () => {
        if (left-- > 0) happens();
        return { decision: "allow", findings: [] };
      },
    });
  }
  const signal = new AbortController().signal;

  test("what a person writes by hand meanwhile stays: a patch comes on top of it, everything else is refused", async () => {
    const user = tempFolder();
    const theirs = skillText("a", "Does a", "", "Do it.\nTheirs.");
    for (const [action, change] of Object.entries(changes)) {
      if (action === "create" || action === "delete") continue;
      rmSync(join(user, "a"), { recursive: true, force: true });
      writeFiles(user, before);
      const file =
        "filePath" in change && change.filePath !== undefined ? `a/${change.filePath}` : "a/SKILL.md";

      const outcome = await during(user, () => writeFiles(user, { [file]: theirs })).change(change, {
        signal,
      });

      const text = readFileSync(join(user, file), "utf8");
      expect(outcome.ok).toBe(action === "patch");
      expect(text).toBe(action === "patch" ? theirs.replace("Does a", "Does better") : theirs);
    }
  });

  test("a change is not made on a skill of which other files changed since it was scanned", async () => {
    const user = tempFolder();
    writeFiles(user, before);
    const scanned: string[][] = [];
    const editor = createSkillEditor({
      library: openSkills({ folders: { user } }),
      scan: ({ files }) => {
        scanned.push(files.map(({ path }) => path).toSorted());
        if (scanned.length === 1) writeFiles(user, { "a/scripts/new.sh": "evil" });
        return { decision: "allow", findings: [] };
      },
    });

    expect(await editor.change(changes.edit, { signal })).toMatchObject({ ok: true });

    expect(scanned).toEqual([
      ["SKILL.md", "references/r.md"],
      ["SKILL.md", "references/r.md", "scripts/new.sh"],
    ]);
  });

  test("a link that is put in the way during a change leads nothing out of the folder", async () => {
    const [user, outside] = [tempFolder(), tempFolder()];
    const swaps: readonly (() => void)[] = [
      () => {
        rmSync(join(user, "a/references"), { recursive: true });
        symlinkSync(outside, join(user, "a/references"));
      },
      () => {
        renameSync(join(user, "a"), join(outside, "a"));
        symlinkSync(join(outside, "a"), join(user, "a"));
      },
      () => {
        rmSync(join(user, "a/references/r.md"));
        symlinkSync(join(outside, "secret"), join(user, "a/references/r.md"));
      },
    ];
    for (const swap of swaps) {
      for (const each of [user, outside])
        for (const name of readdirSync(each)) rmSync(join(each, name), { recursive: true });
      writeFiles(user, before);
      writeFiles(outside, { secret: "theirs" });
      const change: SkillChange = {
        action: "write_file",
        name: "a",
        filePath: "references/r.md",
        content: "ours",
      };

      const outcome = await during(user, swap).change(change, { signal });

      expect(outcome).toMatchObject({ ok: false });
      expect(Object.values(visible(outside))).not.toContain("ours");
      expect(readFileSync(join(outside, "secret"), "utf8")).toBe("theirs");
    }
  });

  test.each([
    ["the skill", "a", "elsewhere/a"],
    ["SKILL.md", "a/SKILL.md", "elsewhere/SKILL.md"],
    ["a folder above it", "x", "elsewhere/x"],
  ])("where %s is a link, the agent changes nothing behind it", async (_, link, target) => {
    const [user, outside] = [tempFolder(), tempFolder()];
    writeFiles(outside, {
      "elsewhere/a/SKILL.md": skillText("a"),
      "elsewhere/SKILL.md": skillText("a"),
      "elsewhere/x/a/SKILL.md": skillText("a"),
    });
    if (link.includes("/")) mkdirSync(join(user, "a"));
    symlinkSync(join(outside, target), join(user, link));
    const seen = visible(outside);

    for (const change of [changes.edit, changes.write_file, changes.delete])
      expect(await make(user, change)).toMatchObject({ ok: false });
    expect(
      await make(user, { action: "create", name: "n", category: "x", content: skillText("n") }),
    ).toMatchObject({
      ok: link !== "x",
    });

    expect(visible(outside)).toEqual(seen);
  });

  test("a copy is not written through a link that it holds", async () => {
    const user = tempFolder();
    writeFiles(user, before);
    symlinkSync(join(user, "a/references/r.md"), join(user, "a/references/link.md"));
    const seen = visible(user);

    expect(
      await make(user, { action: "write_file", name: "a", filePath: "references/link.md", content: "ours" }),
    ).toMatchObject({ ok: false });

    expect(visible(user)).toEqual(seen);
  });
});

describe("the file of uses", () => {
  test("half a line is no event, and the next is read all the same", async () => {
    const path = join(tempFolder(), "use.jsonl");
    const use = fileSkillUse(path);
    await use.record({ skill: "a", kind: "used", at: 1 });
    writeFileSync(path, `${readFileSync(path, "utf8")}{"skill":"a","ki`);
    await use.record({ skill: "a", kind: "used", at: 2 });
    await use.record({ skill: "a", kind: "succeeded", at: 3 });

    expect((await use.summaries()).get("a")).toMatchObject({ uses: 2, successes: 1, lastUsedAt: 2 });
  });

  /** As many events as make a file long, and what they add up to. */
  const many = Array.from(
    { length: 2_500 },
    (_, at) => `{"skill":"s${at % 9}","kind":"used","at":${at}}\n`,
  ).join("");
  const usesIn = async (path: string): Promise<number> =>
    [...(await fileSkillUse(path).summaries()).values()].reduce((sum, { uses }) => sum + uses, 0);
  const linesIn = (path: string): number => readFileSync(path, "utf8").trimEnd().split("\n").length;

  test("a long file becomes a line for each skill, and says the same", async () => {
    const path = join(tempFolder(), "use.jsonl");
    const use = fileSkillUse(path);
    writeFileSync(path, many);
    await use.record({ skill: "gone", kind: "deleted", at: 2_501 });
    expect(linesIn(path)).toBe(9);
    await use.record({ skill: "s1", kind: "failed", at: 2_502 });

    expect(linesIn(path)).toBe(10);
    expect((await use.summaries()).get("s1")).toEqual({
      ...{ uses: 278, successes: 0, failures: 1, failuresInRow: 1, lastUsedAt: 2_494 },
      ...{ madeAt: undefined, check: undefined },
    });
  });

  test("a process that is killed while the file is made short loses nothing that was there", async () => {
    const folder = tempFolder();
    const path = join(folder, "use.jsonl");
    const record = async (dieAt: number, halfway: boolean): Promise<string> => {
      writeFileSync(path, many);
      const { signal, stderr } = await runNode("record-use.ts", [path, "1"], {
        import: "die-at.ts",
        env: { DIE_AT: String(dieAt), DIE_HALFWAY: halfway ? "1" : "" },
      });
      return signal ?? stderr;
    };
    const steps = Number(/(\d+) steps/.exec(await record(0, false))?.[1]);
    expect(steps).toBeGreaterThan(4);
    expect(linesIn(path)).toBeLessThan(20);

    const cases = Array.from({ length: steps }, (_, index) => index + 1).flatMap((at) =>
      (long ? [true, false] : [true]).map((halfway) => ({ at, halfway })),
    );
    for (const { at, halfway } of cases) {
      // oxlint-disable-next-line no-await-in-loop -- one file for all
      expect(await record(at, halfway)).toBe("SIGKILL");
      // oxlint-disable-next-line no-await-in-loop
      expect([2_500, 2_501]).toContain(await usesIn(path));
      // oxlint-disable-next-line no-await-in-loop -- what it held is nobody's trouble
      await fileSkillUse(path).record({ skill: "s0", kind: "used", at: 3_000 });
      // oxlint-disable-next-line no-await-in-loop
      expect([2_501, 2_502]).toContain(await usesIn(path));
    }
  }, 60_000);

  test("processes that count at the same time, while the file is made short, lose no event", async () => {
    const folder = tempFolder();
    const path = join(folder, "use.jsonl");
    const [count, each] = long ? [4, 4_000] : [3, 600];
    writeFileSync(path, many);

    const ended = await Promise.all(
      Array.from(
        { length: count },
        async () => await runNode("record-use.ts", [path, String(each), folder, String(count + 1)]),
      ),
    );

    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, ""]));
    expect(await usesIn(path)).toBe(2_500 + count * each);
    expect(linesIn(path)).toBeLessThan(2_500);
  }, 120_000);
});
