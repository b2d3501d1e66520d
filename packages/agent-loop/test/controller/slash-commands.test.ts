import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  defineSlashCommand,
  describeSkillCommands,
  describeSlashCommands,
  parseSlashInput,
  slashCommands,
  withCommands,
  wordsOf,
} from "../../src/controller/index.ts";
import type { SlashInput } from "../../src/controller/index.ts";

/** With the name of a command in the place of its row. */
function parse(line: string, skills: readonly string[] = []): object {
  const input: SlashInput = parseSlashInput(line, slashCommands, skills);
  if (input.type !== "command") return input;
  const { command, rest } = input;
  return { type: "command", command: command.name, rest };
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

test.each([
  ["/comp the rest", { type: "command", command: "compress", rest: "the rest" }],
  ["/sto", { type: "command", command: "stop", rest: "" }],
  [
    "/co",
    { type: "unknown", typed: "co", near: undefined, fits: ["continue", "compress", "copy", "context"] },
  ],
])("the beginning of a name: %s is %o", (line, expected) => {
  expect(parse(line)).toEqual(expected);
});

test("a skill whose name is the beginning of a command comes first", () => {
  expect(parse("/comp it", ["comp"])).toEqual({ type: "skill", name: "comp", rest: "it" });
  expect(parse("/compr", ["compress-images"])).toMatchObject({ fits: ["compress", "compress-images"] });
});

test("a prompt of an MCP server is found by its name, in any case, and by the beginning of it", () => {
  const prompts = ["mcp_all_simple_prompt", "mcp_all_Review"];

  expect(parse("/mcp_all_simple_prompt now", prompts)).toMatchObject({ name: prompts[0], rest: "now" });
  expect(parse("/mcp_all_review", prompts)).toMatchObject({ type: "skill", name: "mcp_all_Review" });
  expect(parse("/mcp_all_s", prompts)).toMatchObject({ type: "skill", name: prompts[0] });
  expect(parse("/mcp_al", prompts)).toMatchObject({ type: "unknown", fits: prompts });
  expect(parse("/my_notes are here", prompts)).toMatchObject({ type: "text" });
});

test("a command is found by any beginning that no other shares, and nothing is lost of what stands behind it", () => {
  const words = [...wordsOf(slashCommands)];
  const beginning = fc
    .constantFrom(...words)
    .chain((word) => fc.integer({ min: 1, max: word.length }).map((length) => word.slice(0, length)));
  const rest = fc.string().map((text) => text.trim());

  fc.assert(
    fc.property(beginning, rest, (typed, behind) => {
      const input = parseSlashInput(`/${typed} ${behind}`, slashCommands);
      const fits = slashCommands.filter(({ name, aliases }) =>
        [name, ...aliases].some((word) => word.startsWith(typed)),
      );
      const exact = slashCommands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
      if (exact !== undefined || fits.length === 1) {
        expect(input).toMatchObject({ type: "command", command: { name: (exact ?? fits[0])?.name } });
        expect(input).toHaveProperty("rest", behind);
      } else {
        expect(input).toMatchObject({ type: "unknown", typed, fits: fits.map(({ name }) => name) });
      }
    }),
  );
});

test("any text is a message, a command, or told to be none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (line) => {
      const { type } = parseSlashInput(line, slashCommands);
      if (!line.trim().startsWith("/")) expect(type).toBe("text");
    }),
  );
});

test("a mistyped command names the nearest one", () => {
  expect(parse("/hlep")).toEqual({ type: "unknown", typed: "hlep", near: "help", fits: [] });
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
    "Session
      /new, /reset [title]         Start a new session; the old one stays in the store.
      /clear                       Clear the screen and start a new session; the old one stays in the store.
      /resume [name]               Go on with another session: its id, or words of its title.
      /sessions                    List the sessions that were active last.
      /branch, /fork [title]       Go on in a copy of this session, which stays as it is.
      /title <name>                Name this session.
      /undo [n]                    Go back to before your last message, or the n-th last; files stay as they are.
      /retry                       Ask your last message again; files stay as they are.
      /continue                    Go on with what waits for permission.
      /stop                        Interrupt the answer under way and forget what waits.
      /steer <text>                Tell the model something while it works.
      /queue [text]                Say something after this answer, or see what waits.
      /background, /bg <text>      Have something done beside the conversation.
      /agents, /tasks [id]         Show the agents that work for this session, the result of one, or end one: stop ID.
      /init [words]                Have AGENTS.md written from what the repository holds, or improved where there is one.
      /compress [focus]            Condense the older part of the conversation; the focus is told in full.
      /export [file]               Write the conversation to a file: Markdown, or JSON lines where the name ends with .jsonl.
      /handoff [chat]              Go on in a chat, such as telegram; in a chat: how to go on at a terminal.
      /quit, /exit, /q             Leave.

    Configuration
      /model [name]                Show the model, or switch: --provider P from there, --keep for good.
      /effort, /reasoning [level]  Show how hard the model thinks, or set it; show or hide what it thinks.
      /mode [name]                 Show how questions are handled, or switch.
      /personality [name]          Show how the agent speaks, or switch: none for as usual, --keep for good.
      /permissions                 Show the mode and the rules on what may run.
      /busy [way]                  Show what a message does while the model works, or switch.
      /redraw                      Draw the screen again.

    Tools & skills
      /tools                       Show the tools of this session and what each takes of the window.
      /skills [words]              See what skills there are, or load one: /skills use NAME TASK.
      /mcp                         Show the MCP servers: their state, their tools, and what is wrong.
      /reload-mcp                  Read the entries of MCP servers anew, and connect them again.
      /memory                      Show what is remembered across sessions.
      /cron [words]                See what is done at set times, or change it: /cron add, pause, run.

    Info
      /help, /? [command]          Show these commands, or all about one.
      /status                      Show session, model, mode and what runs.
      /history [n]                 Show what was said, with the number that takes each message of yours back.
      /copy [n]                    Copy the last answer, or the n-th last, to the clipboard.
      /diff                        Show what differs in the working folder from its last commit (git).
      /context                     Show what fills the model's window: prompt, tools, messages, room left.
      /usage                       Show tokens, cost and budgets of this session.
      /insights [days]             Show what the last days were spent on.
      /doctor                      Check what works and what doesn't.
      /version                     Show the version."
  `);
});

test("on few columns each summary stands below its name, and nothing is wider", () => {
  const lines = describeSlashCommands(slashCommands, 40);

  expect(lines).toContain("  /undo [n]");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
});

test.each([
  ["/deploy-app to staging", { type: "skill", name: "deploy-app", rest: "to staging" }],
  ["/3d-print", { type: "skill", name: "3d-print", rest: "" }],
  ["/2 is half", { type: "text" }],
  ["/help", { type: "command", command: "help", rest: "" }],
  ["/deplay-app", { type: "unknown", typed: "deplay-app", near: "deploy-app", fits: [] }],
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
  const own = ["help", "voice"].map((name) => defineSlashCommand({ name, summary: "", run }));

  const names = withCommands(own).map(({ name, summary }) => [name, summary === ""]);

  expect(names[slashCommands.findIndex(({ name }) => name === "help")]).toEqual(["help", true]);
  expect(names.at(-1)).toEqual(["voice", true]);
  expect(names).toHaveLength(slashCommands.length + 1);
});
