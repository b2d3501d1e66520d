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
