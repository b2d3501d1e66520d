import { expect, test } from "vitest";
import { describeSlashCommands, parseSlashInput, slashCommands } from "../src/slash-commands.ts";

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
    /quit, /exit, /q  Leave."
  `);
});
