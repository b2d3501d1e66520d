import { expect, test } from "vitest";
import {
  describeSkillCommands,
  describeSlashCommands,
  parseSlashInput,
  slashCommands,
} from "../src/slash-commands.ts";

test.each([
  ["/help", "help"],
  ["/?", "help"],
  ["/NEW", "new"],
  ["/exit", "quit"],
  [" /q ", "quit"],
])("%s means the command %s", (line, name) => {
  expect(parseSlashInput(line)).toEqual({ type: "command", name, rest: "" });
});

test("what follows a command is kept", () => {
  expect(parseSlashInput("/new plan a trip")).toEqual({ type: "command", name: "new", rest: "plan a trip" });
});

test("a mistyped command names the nearest one", () => {
  expect(parseSlashInput("/hlep")).toEqual({ type: "unknown", typed: "hlep", near: "help" });
});

test.each(["/usr/bin is full", "hello", "a /help", "//", "/etc/hosts"])("%s is a message", (line) => {
  expect(parseSlashInput(line)).toEqual({ type: "text" });
});

test("no name or alias belongs to two commands", () => {
  const words = slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

test("the help names every command with its aliases", () => {
  expect(describeSlashCommands().join("\n")).toMatchInlineSnapshot(`
    "/help, /?         Show these commands.
    /new              Start a new conversation; the old one stays in the store.
    /mode             Show how questions are handled, or switch: /mode plan.
    /skills           See and change skills: /skills list, /skills --help.
    /quit, /exit, /q  Leave."
  `);
});

test.each([
  ["/deploy-app to staging", { type: "skill", name: "deploy-app", rest: "to staging" }],
  ["/3d-print", { type: "skill", name: "3d-print", rest: "" }],
  ["/2 is half", { type: "text" }],
  ["/help", { type: "command", name: "help", rest: "" }],
  ["/deplay-app", { type: "unknown", typed: "deplay-app", near: "deploy-app" }],
])("with skills, %s is %o", (line, expected) => {
  expect(parseSlashInput(line, ["deploy-app", "3d-print", "help"])).toEqual(expected);
});

test("the help shows twenty skills and says how many more there are", () => {
  const skills = Array.from({ length: 23 }, (_, index) => ({ name: `skill-${index}`, summary: "Do it." }));

  expect(describeSkillCommands(skills)).toHaveLength(21);
  expect(describeSkillCommands(skills).at(-1)).toBe("… and 3 more: /skills list");
  expect(describeSkillCommands(skills.slice(0, 20))).toHaveLength(20);
  expect(describeSkillCommands([{ name: "help", summary: "Help." }])).toEqual(["/skills use help  Help."]);
});
