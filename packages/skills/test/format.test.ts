import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatSkillProblem, parseSkill, validateSkill } from "../src/format/index.ts";
import { runs } from "./support/long-runs.ts";
import { skillText } from "./support/write-skill.ts";

describe("the loader", () => {
  test.each([
    ["a byte order mark", `\uFEFF${skillText("a")}`],
    ["Windows line ends", skillText("a").replaceAll("\n", "\r\n")],
    ["old Mac line ends", skillText("a").replaceAll("\n", "\r")],
    ["empty lines before it", `\n\n${skillText("a")}`],
    ["blanks after the fence", skillText("a").replaceAll("---", "--- ")],
    ["front matter that is never closed", "---\nname: a\ndescription: Does a\n\n# a\nDo it.\n"],
  ])("reads a skill with %s", (_, text) => {
    const skill = parseSkill(text);

    expect(skill.fields).toMatchObject({ name: "a", description: "Does a" });
    expect(skill.body.trim()).toBe("# a\nDo it.");
  });

  test.each(["tags: [x, y]", "tags:\n  - x\n  - y", "tags: x, y", 'tags: ["x", "y"]'])(
    "reads the list in %j",
    (yaml) => {
      expect(parseSkill(skillText("a", "d", yaml)).fields.tags).toEqual(["x", "y"]);
    },
  );

  test("reads a description with a colon that YAML refuses, and reports it with its line", () => {
    const skill = parseSkill(skillText("a", "Use when: a file is there"));

    expect(skill.fields.description).toBe("Use when: a file is there");
    expect(skill.problems).toMatchObject([{ severity: "error", line: 3 }]);
  });

  test.each([
    ["tags: &t [x, *t]", '"*t" stands inside of what it names', 4],
    ["metadata: &m\n  hermes:\n    tags: *m", '"*m" stands inside of what it names', 6],
    ["tags: *nowhere", '"*nowhere" names nothing', 4],
  ])("reports the alias in %j with its line, and reads the other fields", (yaml, what, line) => {
    const skill = parseSkill(skillText("a", "Does a", yaml));

    expect(skill.problems).toMatchObject([{ severity: "error", line }]);
    expect(skill.problems[0]?.message).toContain(what);
    expect(skill.fields).toMatchObject({ name: "a", description: "Does a" });
    expect(() => JSON.stringify(skill)).not.toThrow();
  });

  test("a field with a fault costs no other: the rest is read as it stands, tabs and all", () => {
    const yaml = [
      "license: MIT",
      "compatibility: >",
      "  needs",
      "  a network",
      "metadata:",
      "\thermes:",
      "\t\ttags: [x, y]",
      "\t\trequires_tools:",
      "\t\t\t- terminal",
    ].join("\n");

    const skill = parseSkill(skillText("a", "Use when: it's @work\n  and more", yaml));

    expect(skill.fields).toMatchObject({
      description: "Use when: it's @work and more",
      license: "MIT",
      compatibility: "needs a network",
      tags: ["x", "y"],
      conditions: { tools: ["terminal"] },
    });
    expect(skill.problems.map(({ severity, line }) => [severity, line])).toEqual([["error", 3]]);
  });

  test("of a field that is there twice the last counts, and it is said", () => {
    const skill = parseSkill(skillText("a", "d", "license: MIT\nlicense: Apache-2.0"));

    expect(skill.fields.license).toBe("Apache-2.0");
    expect(skill.problems).toMatchObject([{ line: 5, message: expect.stringContaining("first on line 4") }]);
  });

  test("reads what the Python Hermes wrote without a complaint", () => {
    const yaml = [
      "version: 1.1.0",
      "author: me",
      "license: MIT",
      "platforms: [linux, macos]",
      "environments: [kanban]",
      "prerequisites:",
      "  env_vars: [OLD_KEY]",
      "  commands: [curl]",
      "required_environment_variables:",
      "  - name: KEY",
      "    prompt: The key",
      "    required_for: full functionality",
      "required_credential_files:",
      "  - path: google_token.json",
      "config:",
      "  region: eu",
      "metadata:",
      "  hermes:",
      "    category: research",
      "    fallback_for_toolsets: []",
      "    config:",
      "      - key: my.path",
      "        default: ~/x",
      "    blueprint: {schedule: daily}",
    ].join("\n");

    const skill = parseSkill(skillText("a", "d", yaml));

    expect(validateSkill(skillText("a", "d", yaml))).toEqual([]);
    expect(skill.fields).toMatchObject({ version: "1.1.0", category: "research" });
    // Such skills say themselves how a program is installed.
    expect(skill.fields.conditions).toMatchObject({
      commands: [],
      variables: [{ name: "KEY", prompt: "The key" }, { name: "OLD_KEY" }],
    });
  });

  test("reads name, description and lists in whatever form they are written", () => {
    const plainWord = fc
      .stringMatching(/^[a-z][a-z0-9]{0,8}$/)
      .filter((word) => !/^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/.test(word));
    const listForms: readonly ((key: string, items: readonly string[]) => string)[] = [
      (key, items) => `${key}: [${items.join(", ")}]`,
      (key, items) => `${key}: [\n  ${items.join(",\n  ")}\n]`,
      (key, items) => `${key}:\n${items.map((item) => `- ${item}`).join("\n")}`,
      (key, items) => `${key}:\n${items.map((item) => `    - "${item}"`).join("\n")}`,
      (key, items) => `${key}: ${items.join(", ")}`,
      (key, items) => `${key}: "${items.join(",")}"`,
      (key, items) => `${key}: |\n  ${items.join("\n  ")}`,
    ];
    const textForms: readonly ((key: string, text: string) => string)[] = [
      (key, text) => `${key}: ${JSON.stringify(text)}`,
      (key, text) => `${key}: '${text.replaceAll("'", "''")}'`,
      (key, text) => `${key}: >-\n  ${text}`,
      (key, text) => `${key}:   ${text}   `,
    ];
    const ends = fc.constantFrom("\n", "\r\n", "\r");
    const sentence = fc.array(plainWord, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        fc.record({
          name: plainWord,
          description: fc
            .tuple(sentence, fc.constantFrom("", ": and so", " # not a remark", " 技能", "@x"))
            .map(([text, end]) => text + end),
          tags: fc.array(plainWord, { minLength: 1, maxLength: 5 }),
          list: fc.constantFrom(...listForms),
          text: fc.constantFrom(...textForms),
          end: ends,
          mark: fc.constantFrom("", "\uFEFF"),
          blank: fc.constantFrom("", "\n", "\n\n"),
        }),
        ({ name, description, tags, list, text, end, mark, blank }) => {
          const yaml = [text("description", description), list("tags", tags), text("name", name)].join("\n");
          const written = `${mark}${blank}---\n${yaml}\n---\n\nDo it.\n`.replaceAll("\n", end);

          const { fields, body } = parseSkill(written);

          // A blank and a number sign begin a remark in YAML, where nothing quotes them.
          const isRemark = text === textForms[3] && description.includes(" # ");
          expect(fields).toMatchObject({ name, tags });
          expect(fields.description).toBe(isRemark ? description.split(" # ")[0] : description);
          expect(body.trim()).toBe("Do it.");
        },
      ),
      runs(2_000),
    );
  });

  test.each([
    ["a body of a megabyte", skillText("a", "d", "", "word ".repeat(200_000))],
    ["front matter that never ends", `---\nname: a\ndescription: d\n${"x: y\n".repeat(200_000)}`],
    ["a field that is begun again and again", `---\nname: a\ndescription: d\n${"k: [\n".repeat(200_000)}`],
    ...["{", "[", "? ", "- ", ": ", "&a ", "!x ", "a: [", "&a\n", "{a: ", "*a "].map((mark) => [
      `many ${JSON.stringify(mark)}`,
      skillText("a", "d", `evil: ${mark.repeat(30_000)}`),
    ]),
  ])(
    "%s keeps nobody waiting",
    (_, text) => {
      const startedAt = performance.now();

      expect(parseSkill(text).fields).toMatchObject({ name: "a", description: "d" });

      // Unguarded, some of them take minutes.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    },
    60_000,
  );

  test("reads a file without front matter, and says so", () => {
    const skill = parseSkill("# Deploy\n\nBring it to the server.");

    expect(skill.fields.description).toBe("Bring it to the server.");
    expect(skill.problems.map(formatSkillProblem)).toEqual([
      'error: the file does not begin with front matter between two "---" lines (SKILL.md, line 1)',
    ]);
  });

  test("reads Hermes' own fields and those of OpenClaw", () => {
    const yaml = [
      "platforms: [darwin, linux]",
      "allowed-tools: Bash(git add:*) Read",
      "required_environment_variables:\n  - name: KEY\n    help: from the site\n  - OTHER",
      "metadata:\n  hermes: {tags: [a], related_skills: b, requires_tools: [terminal], fallback_for_toolsets: [web], requires_commands: docker}\n  openclaw: {requires: {bins: [jq], env: [TOKEN]}}",
    ].join("\n");

    const { fields } = parseSkill(skillText("x", "d", yaml));

    expect(fields.allowedTools).toEqual(["Bash(git add:*)", "Read"]);
    expect(fields.relatedSkills).toEqual(["b"]);
    expect(fields.conditions).toMatchObject({
      platforms: ["macos", "linux"],
      tools: ["terminal"],
      fallbackForToolsets: ["web"],
      commands: ["docker", "jq"],
    });
    expect(fields.conditions.variables.map(({ name }) => name)).toEqual(["KEY", "OTHER", "TOKEN"]);
  });

  test("never throws, whatever the text", () => {
    const parts = fc.constantFrom(
      "---\n",
      "name: a\n",
      "description: >\n  x\n",
      ": :\n",
      "&a [*a]\n",
      "\r",
      "\uFEFF",
      "- x\n",
      "metadata:\n",
      "  {",
      "\t",
      "!!js/function x\n",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((list) => list.join("")),
        ),
        (text) => {
          expect(typeof parseSkill(text).fields.description).toBe("string");
          expect(validateSkill(text).every(({ line }) => line >= 1)).toBe(true);
        },
      ),
      runs(2_000),
    );
  });
});

describe("the validator", () => {
  test("finds nothing in a skill that follows the format", () => {
    expect(
      validateSkill(skillText("git-flow", "Work with git", "license: MIT\nmetadata:\n  author: me"), {
        folder: "git-flow",
      }),
    ).toEqual([]);
  });

  test.each([
    [
      "name: Big\ndescription: d",
      'error: "name" is "Big": only lower-case letters, digits and hyphens are allowed (SKILL.md, line 2)',
    ],
    ...["-a", "a b", "a/b", "ä", "A"].map((name) => [
      `name: ${name}\ndescription: d`,
      `error: "name" is "${name}": only lower-case letters, digits and hyphens are allowed (SKILL.md, line 2)`,
    ]),
    ...["a-", "a.b", "a_b"].map((name) => [
      `name: ${name}\ndescription: d`,
      `warning: "name" is "${name}": the format wants single hyphens between letters and digits (SKILL.md, line 2)`,
    ]),
    [
      `name: ${"a".repeat(65)}\ndescription: d`,
      'error: "name" has 65 characters, 64 are allowed (SKILL.md, line 2)',
    ],
    ["name: 12\ndescription: d", 'error: "name" must be text, and is 12 (SKILL.md, line 2)'],
    ['name: a\ndescription: "  "', 'error: front matter has no "description" (SKILL.md, line 3)'],
    ["name: a\ndescription: [d]", 'error: "description" must be text (SKILL.md, line 3)'],
    ["name: a\ndescription: d\ncompatibility:", 'error: "compatibility" must be text (SKILL.md, line 4)'],
    ['name: a\ndescription: d\nlicense: ""', 'warning: "license" is empty; leave it out (SKILL.md, line 4)'],
    [
      "name: a\ndescription: d\nmetadata: {version: 1}",
      'warning: "metadata.version" should be text (SKILL.md, line 4)',
    ],
    [
      "name: a--b\ndescription: d",
      'warning: "name" is "a--b": the format wants single hyphens between letters and digits (SKILL.md, line 2)',
    ],
    ["description: d", 'error: front matter has no "name" (SKILL.md, line 2)'],
    ["name: a", 'error: front matter has no "description" (SKILL.md, line 2)'],
    [
      `name: a\ndescription: ${"x".repeat(1025)}`,
      'error: "description" has 1025 characters, 1024 are allowed (SKILL.md, line 3)',
    ],
    [
      `name: a\ndescription: d\ncompatibility: ${"x".repeat(501)}`,
      'error: "compatibility" has 501 characters, 500 are allowed (SKILL.md, line 4)',
    ],
    [
      "name: a\ndescription: d\nallowed-tools: [x]",
      'warning: "allowed-tools" must be one line of names with blanks between them (SKILL.md, line 4)',
    ],
    ["name: a\ndescription: d\nmetadata: 3", 'error: "metadata" must be a list of fields (SKILL.md, line 4)'],
    [
      "name: a\ndescription: d\nplatforms: [amiga]",
      'warning: "platforms" names "amiga": linux, macos and windows are known (SKILL.md, line 4)',
    ],
    [
      "name: a\ndescription: d\ncolour: red",
      'warning: "colour" is not a field of the format (SKILL.md, line 4)',
    ],
    ["name: a\ndescription: d\nlicense: 3", 'error: "license" must be text (SKILL.md, line 4)'],
  ])("names the problem of %j with its line", (yaml, problem) => {
    expect(validateSkill(`---\n${yaml}\n---\nDo it.`).map(formatSkillProblem)).toEqual([problem]);
  });

  test("wants the name of the folder and a text to follow", () => {
    const problems = validateSkill("---\nname: a\ndescription: d\n---\n", { folder: "b" });

    expect(problems.map(({ message }) => message)).toEqual([
      '"name" is "a", but the folder is called "b"',
      "there are no instructions after the front matter",
    ]);
  });
});
