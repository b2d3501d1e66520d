import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import {
  describeSkillCommands,
  describeSlashCommands,
  parseSlashInput,
  slashCommands,
  withCommands,
} from "../../src/controller/index.ts";
import type { SlashInput } from "../../src/controller/index.ts";

/** With the name of a command in the place of its row. */
function parse(line: string, skills: readonly string[] = []): object {
  const input: SlashInput = parseSlashInput(line, slashCommands, skills);
  return input.type === "command" ? { ...input, command: input.command.name } : input;
}

test.each([
  ["/help", "help"],
  ["/?", "help"],
  ["/NEW", "new"],
  ["/exit", "quit"],
  [" /q ", "quit"],
])("%s means the command %s", (line, name) => {
  expect(parse(line)).toEqual({ type: "command", command: name, rest: "" });
});

test("what follows a command is kept", () => {
  expect(parse("/new plan a trip")).toEqual({ type: "command", command: "new", rest: "plan a trip" });
});

test("a mistyped command names the nearest one", () => {
  expect(parse("/hlep")).toEqual({ type: "unknown", typed: "hlep", near: "help" });
});

test.each(["/usr/bin is full", "hello", "a /help", "//", "/etc/hosts"])("%s is a message", (line) => {
  expect(parse(line)).toEqual({ type: "text" });
});

test("no name or alias belongs to two commands", () => {
  const words = slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

test("the help names every command with its aliases", () => {
  expect(describeSlashCommands(slashCommands).join("\n")).toMatchInlineSnapshot(`
    "/help, /?         Show these commands.
    /new              Start a new session; the old one stays in the store.
    /mode             Show how questions are handled, or switch: /mode plan.
    /model            Show the model, or switch: /model NAME (--provider P, --keep for good).
    /effort           Show how hard the model thinks, or set it: /effort high.
    /continue         Go on with what waits for permission.
    /skills           See what skills there are, or load one: /skills use NAME task.
    /steer            Tell the model something while it works: /steer use blue.
    /queue            Say something after this answer, or see what waits: /queue then write the tests.
    /busy             Show what a message does while the model works, or switch: /busy queue.
    /stop             Interrupt the answer under way and forget what waits.
    /background, /bg  Have something done beside the conversation: /background what to do.
    /agents, /tasks   Show the agents of this conversation: /agents, /agents ID, /agents stop ID.
    /compress         Condense the older part of the conversation: /compress, or /compress what to tell in full.
    /context          Show what fills the model's window: prompt, tools, messages, room left.
    /usage            Show tokens, cost and budgets of this session.
    /insights         Show what the last days were spent on: /insights 7.
    /quit, /exit, /q  Leave."
  `);
});

test.each([
  ["/deploy-app to staging", { type: "skill", name: "deploy-app", rest: "to staging" }],
  ["/3d-print", { type: "skill", name: "3d-print", rest: "" }],
  ["/2 is half", { type: "text" }],
  ["/help", { type: "command", command: "help", rest: "" }],
  ["/deplay-app", { type: "unknown", typed: "deplay-app", near: "deploy-app" }],
])("with skills, %s is %o", (line, expected) => {
  expect(parse(line, ["deploy-app", "3d-print", "help"])).toEqual(expected);
});

test("the help shows twenty skills and says how many more there are", () => {
  const skills = Array.from({ length: 23 }, (_, index) => ({ name: `skill-${index}`, summary: "Do it." }));

  expect(describeSkillCommands(skills, slashCommands)).toHaveLength(21);
  expect(describeSkillCommands(skills, slashCommands).at(-1)).toBe("… and 3 more: /skills list");
  expect(describeSkillCommands(skills.slice(0, 20), slashCommands)).toHaveLength(20);
  expect(describeSkillCommands([{ name: "help", summary: "Help." }], slashCommands)).toEqual([
    "/skills use help  Help.",
  ]);
});

test("every file of a command is in the table", () => {
  const files = readdirSync(new URL("../../src/controller/commands", import.meta.url));

  expect(files.map((file) => file.replace(/\.ts$/, "")).toSorted()).toEqual(
    slashCommands.map(({ name }) => name).toSorted(),
  );
});

test("a command of an entry point takes the place of ours, or comes behind", () => {
  const run = (): object => ({});
  const own = ["help", "voice"].map((name) => ({ name, aliases: [], summary: "", whileBusy: false, run }));

  const names = withCommands(own).map(({ name, summary }) => [name, summary === ""]);

  expect(names[0]).toEqual(["help", true]);
  expect(names.at(-1)).toEqual(["voice", true]);
  expect(names).toHaveLength(slashCommands.length + 1);
});
