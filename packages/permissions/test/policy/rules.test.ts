import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRules, parsePattern } from "../../src/index.ts";
import type { Rule } from "../../src/index.ts";
import { propertyRuns } from "./property-runs.ts";
import { call, temporaryPlace } from "./support/temporary-place.ts";

const text = fc.constantFrom("*", "file.*", "file.write", "write_file", "write_*");
const argument = fc.constantFrom(
  undefined,
  "**",
  "*.txt",
  "/srv/**",
  "/srv/data/**",
  "/srv/data/a.txt",
  "~/x",
  "src/**",
);
const effect = fc.constantFrom("allow", "ask", "deny");
const scope = fc.constantFrom(
  {},
  { platform: "cli" },
  { platform: "cli", chatId: "7" },
  { platform: "telegram" },
);
const rule = fc.record({ effect, name: text, argument, scope }).map((parts): Rule => ({
  ...parts,
  text: parts.argument === undefined ? parts.name : `${parts.name}(${parts.argument})`,
  source: "test",
}));

test("specificity is one order: whole, without circles, and the same whatever the file's order", () => {
  fc.assert(
    fc.property(rule, rule, rule, (a, b, c) => {
      const sign = (left: Rule, right: Rule) => Math.sign(compareRules(left, right));
      expect(sign(a, b)).toBe(-sign(b, a) + 0);
      if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
    }),
    propertyRuns(500),
  );
});

/** The section of a file that holds these rules. */
function sectionOf(rules: readonly Rule[]): object {
  const section: Record<string, unknown> = {};
  for (const { scope: where, text: key, effect: value } of rules) {
    if (where.platform === undefined) section[key] = value;
    else {
      const platforms = (section["platforms"] ??= {}) as Record<string, Record<string, unknown>>;
      const platform = (platforms[where.platform] ??= {});
      const table =
        where.chatId === undefined
          ? platform
          : (((platform["chats"] ??= {}) as Record<string, Record<string, unknown>>)[where.chatId] ??= {});
      (table as Record<string, unknown>)[key] = value;
    }
  }
  return section;
}

test("which rule decides does not depend on the order in which they are written", async () => {
  await using place = await temporaryPlace();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(rule, { maxLength: 6, selector: (each) => JSON.stringify([each.text, each.scope]) }),
      fc.constantFrom("/srv/data/a.txt", "/srv/b.txt", "src/a.txt", "/opt/c"),
      async (rules, path) => {
        const verdicts = await Promise.all(
          [rules, rules.toReversed()].map(async (each) => {
            const permissions = place.open({ section: sectionOf(each) });
            return await permissions.explain(
              { tool: "write_file", args: { path, content: "" } },
              { platform: "cli", chatId: "7" },
            );
          }),
        );
        expect(verdicts[0]?.verdict).toBe(verdicts[1]?.verdict);
        expect(verdicts[0]?.rule?.text).toBe(verdicts[1]?.rule?.text);
      },
    ),
    propertyRuns(100),
  );
});

test.each([
  [{ "file.*": "deny", "file.write": "allow" }, "allow"],
  [{ "file.write": "deny", "file.write(/srv/**)": "allow" }, "allow"],
  [{ "file.write(/srv/**)": "allow", "file.write(/srv/x/**)": "deny" }, "deny"],
  [{ "file.write(/srv/**)": "deny", "file.write(/srv/x/**)": "allow" }, "allow"],
  [{ "write_file(/srv/x/a.txt)": "allow", "write_file(/srv/x/*.txt)": "deny" }, "allow"],
  [{ "*": "allow", "file.*": "ask" }, "ask"],
  [{ "file.write": "allow", platforms: { telegram: { "file.*": "deny" } } }, "allow"],
  [{ "file.write": "allow", platforms: { cli: { "file.*": "deny" } } }, "deny"],
  [
    { "file.write": "deny", platforms: { cli: { "file.*": "deny", chats: { "7": { "*": "allow" } } } } },
    "allow",
  ],
  [{ "file.read": "deny", "terminal.*": "deny" }, "ask"],
])("of the rules %j the narrowest says %s", async (section, verdict) => {
  await using place = await temporaryPlace();
  const permissions = place.open({ section });

  const explained = await permissions.explain("write_file(/srv/x/a.txt)", { platform: "cli", chatId: "7" });

  expect(explained).toMatchObject({ verdict, problems: [] });
});

test.each([
  ["terminal.*: ask\nfile.wirte: deny\n", "permissions.yaml, line 2", "file.write"],
  ["rules:\n  file.write: alow\n", "permissions.yaml, line 2", "allow, ask or deny"],
  ["rules: [a, b]\n", "permissions.yaml, line 1", "table"],
  ["file.write: allow\n  broken: [\n", "permissions.yaml, line", ""],
  ["file.write: allow\nrules: &r {file.read: *r}\n", "permissions.yaml, line 2", "*r"],
  [
    "grants: &g\n  - {allow: x, digest: y, more: *g}\n",
    "permissions.yaml, line 2",
    "inside of what it names",
  ],
  ["rules: *r\n", "permissions.yaml, line 1", "names nothing"],
  ["fiel.write: deny\n", "permissions.yaml, line 1", 'Did you mean "file.write"'],
  ["- a\n- b\n", "permissions.yaml", "table of rules"],
  [
    "platforms:\n  cli:\n    chats:\n      '7':\n        'terminal(': deny\n",
    "permissions.yaml, line 5",
    "is not a rule",
  ],
  ["grants:\n  - allow: terminal(npm publish)\n", "permissions.yaml, line 2", "digest"],
])("an invalid rule file is named with its line: %j", async (content, where, what) => {
  await using place = await temporaryPlace();
  await writeFile(place.rulesPath, content);

  const { problems, rules } = await place.open().rules();

  expect(problems[0]).toContain(where);
  expect(problems.join(" ")).toContain(what);
  expect(rules).toEqual([]);
});

test("an invalid rule file allows nothing: actions are asked about in every mode, reading goes on", async () => {
  await using place = await temporaryPlace();
  await writeFile(place.rulesPath, "file.write: allow\nterminal.*: denny\n");
  const verdicts: unknown[] = [];
  for (const mode of ["ask", "accept-edits", "yolo"] as const) {
    const permissions = place.open({ mode });
    verdicts.push([
      mode,
      (await call(permissions, "write_file", { path: "a.txt", content: "" })).allow,
      (await call(permissions, "read_file", { path: "a.txt" })).allow,
    ]);
  }

  expect(verdicts).toEqual([
    ["ask", false, true],
    ["accept-edits", false, true],
    ["yolo", false, true],
  ]);
  expect(place.warnings[0]).toContain("permissions.yaml, line 2");
});

test("a rule that is written while the program runs holds for the next call", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open();
  const write = () => call(permissions, "write_file", { path: "a.txt", content: "" });
  expect((await write()).allow).toBe(true);

  await writeFile(place.rulesPath, "file.write: deny\n");

  expect(await write()).toMatchObject({
    allow: false,
    reason: expect.stringContaining("permissions.yaml, line 1"),
  });
});

test.each([
  ["file.write", { ok: true, name: "file.write" }],
  ["terminal(git push*)", { ok: true, name: "terminal", argument: "git push*" }],
  ["terminal(echo (a))", { ok: true, name: "terminal", argument: "echo (a)" }],
  ["finding(git.*)", { ok: true, name: "finding", argument: "git.*" }],
  ["terminal()", { ok: false }],
  ["two words", { ok: false }],
  ["terminal(git push", { ok: false }],
])("the pattern %s is read as %j", (pattern, parsed) => {
  expect(parsePattern(pattern)).toMatchObject(parsed);
});

test("a path rule holds for a link that leads there, and an allow rule only where both names fit", async () => {
  const { symlink, mkdir } = await import("node:fs/promises");
  await using place = await temporaryPlace();
  await mkdir(`${place.homedir}/other`);
  await symlink(`${place.homedir}/other`, `${place.workspace}/out`);
  const denying = place.open({ section: { "file.write(~/other/**)": "deny" } });
  const allowing = place.open({ section: { "file.write(out/**)": "allow" } });

  expect((await denying.explain("write_file(out/a.txt)")).verdict).toBe("deny");
  expect((await allowing.explain("write_file(out/a.txt)")).verdict).toBe("ask");
});
