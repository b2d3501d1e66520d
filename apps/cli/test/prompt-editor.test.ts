import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openInputHistory } from "../src/prompt/input-history.ts";
import { columnsOf } from "../src/render/fit.ts";
import { folder, keys, openEditor } from "./support/prompt-editor.ts";

test("Enter sends exactly what was typed, and the next message begins empty", async () => {
  const { editor, type, shown } = await openEditor();

  const action = type("  two  words  ", keys.enter);

  expect(action).toEqual({ type: "submit", text: "  two  words  ", input: "  two  words  " });
  expect(editor.text).toBe("");
  expect(shown()).toEqual(["› "]);
});

test.for([
  ["Alt-Enter", "\u001b\r"],
  ["Shift-Enter of kitty", "\u001b[13;2u"],
  ["Alt-Enter of kitty", "\u001b[13;3u"],
  ["Ctrl-J", "\n"],
])("%s begins a new line", async ([, key = ""]) => {
  const { editor, type, shown } = await openEditor();

  type("one", key, "two");

  expect(editor.text).toBe("one\ntwo");
  expect(shown()).toEqual(["› one", "… two"]);
});

test("a backslash before Enter begins a new line and goes away", async () => {
  const { editor, type } = await openEditor();

  expect(type("one\\", keys.enter, "two")).toBeUndefined();

  expect(editor.text).toBe("one\ntwo");
});

test("keys that are no text ask for what they stand for", async () => {
  const { type } = await openEditor();
  const asked = [
    ...[keys.control("c"), keys.control("d"), keys.escape, keys.control("z"), keys.control("o")],
    ...[keys.control("l"), keys.control("g")],
  ].map((key) => type(key)?.type);

  expect(asked).toEqual(["interrupt", "end", "escape", "suspend", "unfold", "redraw", "edit-outside"]);
  expect(type(keys.control("x"), keys.control("e"))?.type).toBe("edit-outside");
});

test("Ctrl-C takes back what was typed, and undo brings it again", async () => {
  const { editor, type } = await openEditor();

  expect(type("a draft", keys.control("c"))).toBeUndefined();
  expect(editor.text).toBe("");
  type(keys.undo);

  expect(editor.text).toBe("a draft");
});

test("Ctrl-D deletes forward while there is text", async () => {
  const { editor, type } = await openEditor();

  expect(type("abc", keys.home, keys.control("d"))).toBeUndefined();

  expect(editor.text).toBe("bc");
});

test("killed text is yanked, and the one before it with Alt-Y", async () => {
  const { editor, type } = await openEditor();
  type("one two", keys.control("w"), keys.left, keys.control("u"), keys.control("y"), "\u001by");

  expect(editor.text).toBe("two ");
});

test("words are moved over with Alt-B and Alt-F", async () => {
  const { editor, type } = await openEditor();

  type("one two three", "\u001bb", "\u001bb", "X", "\u001bf", "Y");

  expect(editor.text).toBe("one XtwoY three");
});

test("the sign of a mode stands in front of the first line, in the width of every line", async () => {
  const { editor } = await openEditor({}, { sign: () => "plan › " });
  editor.setText("a line that is too long\nnext");

  expect(editor.frame({ columns: 24, rows: 10 })).toEqual({
    lines: ["plan › a line that is", "     … too long", "     … next"],
    caret: { row: 2, column: 11 },
  });
});

test("Up at the first line recalls earlier messages, Down at the last one comes back to the draft", async () => {
  const { editor, type } = await openEditor();
  type("first", keys.enter);
  type("second", keys.newLine, "of two lines", keys.enter);
  type("draft");
  const seen = [keys.up, keys.up, keys.up, keys.down, keys.down, keys.down].map((key) => {
    type(key);
    return editor.text;
  });

  expect(seen[0]).toBe("second\nof two lines");
  expect(seen.slice(1, 3)).toEqual(["first", "first"]);
  expect(seen[3]).toBe("second\nof two lines");
  // Down goes to the second line of it first.
  type(keys.down);
  expect(editor.text).toBe("draft");
});

test("Ctrl-R finds earlier messages by their words, and Enter takes one to be edited", async () => {
  const { editor, type, shown } = await openEditor();
  for (const text of ["build the docs", "run the tests", "build the tests again"]) type(text, keys.enter);

  type(keys.control("r"), "build", " tests");
  expect(shown()).toEqual(["› ", "search: build tests", "❯ build the tests again"]);
  type(keys.enter);

  expect(editor.text).toBe("build the tests again");
});

test("Esc leaves the search and what was typed before it", async () => {
  const { editor, type, shown } = await openEditor();
  type("old", keys.enter);

  type("draft", keys.control("r"), "old", keys.escape);

  expect(editor.text).toBe("draft");
  expect(shown()).toEqual(["› draft"]);
});

test("a history of several lines is there for the next program, as it was sent", async () => {
  const home = folder();
  const texts = ["one line", "two\nlines", '{"text":"looks like an entry"}', "back\\slash\n\n", "↵ typed"];
  const first = await openInputHistory(join(home, "history"));
  for (const text of texts) await first.add(text);

  const again = await openInputHistory(join(home, "history"));

  expect(again.entries.map(({ text }) => text)).toEqual(texts.toReversed());
  expect(again.lines).toContain("two lines");
  expect(statSync(join(home, "history")).mode & 0o777).toBe(0o600);
});

test("what stands behind an exclamation mark is a command of the person's own", async () => {
  const { type } = await openEditor();

  expect(type("! ls -l | wc", keys.enter)).toEqual({ type: "own-command", command: "ls -l | wc" });
  expect(type("!", keys.enter)).toMatchObject({ type: "submit" });
});

const commands = [
  { name: "model", summary: "Show the model, or switch." },
  { name: "mode", summary: "Show how questions are handled." },
  { name: "quit", aliases: ["exit"], summary: "Leave." },
];

test("commands are listed while they are typed; Tab takes one, and its arguments follow", async () => {
  const models = [{ text: "gpt-5.2", summary: "openai" }];
  const { editor, type, shown } = await openEditor({ commands: () => commands, argumentsOf: () => models });

  type("/mo");
  expect(shown()).toEqual([
    "› /mo",
    "❯ /mode   Show how questions are handled.",
    "  /model  Show the model, or switch.",
  ]);
  type(keys.down, keys.tab);
  expect(editor.text).toBe("/model ");
  type("g", keys.tab);

  expect(editor.text).toBe("/model gpt-5.2 ");
});

test("Enter gives the command that is marked, and one that is typed in full as it is", async () => {
  const { type } = await openEditor({ commands: () => commands });

  expect(type("/qu", keys.enter)).toMatchObject({ type: "submit", input: "/quit" });
  expect(type("/exit", keys.enter)).toMatchObject({ type: "submit", input: "/exit" });
  expect(type("/mode", keys.enter)).toMatchObject({ type: "submit", input: "/mode" });
  expect(type("/usr/bin is full", keys.enter)).toMatchObject({ input: "/usr/bin is full" });
});

test("Enter takes nothing that has only letters in common with what was typed", async () => {
  const { type } = await openEditor({ commands: () => commands, files: () => [{ path: "main.ts" }] });

  expect(type("/mdl", keys.enter)).toMatchObject({ type: "submit", input: "/mdl" });
  expect(type("thanks @mts", keys.enter)).toMatchObject({ type: "submit", input: "thanks @mts" });
  expect(type("see @mai", keys.enter)).toBeUndefined();
  expect(type(keys.enter)).toMatchObject({ type: "submit", input: "see @main.ts " });
});

test("a command that is recalled opens no list: the next arrow goes on through the history", async () => {
  const { editor, type } = await openEditor({ commands: () => commands });
  type("older", keys.enter);
  type("/mode", keys.enter);

  type(keys.up, keys.up);

  expect(editor.text).toBe("older");
});

test("Esc closes the list and leaves what was typed", async () => {
  const { editor, type, shown } = await openEditor({ commands: () => commands });

  expect(type("/mo", keys.escape)).toBeUndefined();

  expect(shown()).toEqual(["› /mo"]);
  expect(editor.text).toBe("/mo");
});

test("files are listed behind an @, and are quoted where a mention would end too early", async () => {
  const files = () => [{ path: "src/a.ts" }, { path: "my notes.md" }, { path: "src/" }, { path: "diff" }];
  const { editor, type } = await openEditor({ files });

  const taken = [0, 1, 2, 3].map((down) => {
    type("see @s", ...Array.from({ length: down }, () => keys.down), keys.tab);
    const { text } = editor;
    type(keys.control("c"));
    return text;
  });

  expect(taken).toEqual(["see @src/a.ts ", 'see @file:"my notes.md" ', "see @src/", 'see @file:"diff" ']);
});

test("Tab completes a path anywhere: the only one at once, several from a list", async () => {
  const all = ["src/main.ts", "src/my file.ts", "docs/"];
  const { editor, type, shown } = await openEditor({
    paths: (typed) => all.filter((path) => path.startsWith(typed)).map((path) => ({ path })),
  });

  type("!cat d", keys.tab);
  expect(editor.text).toBe("!cat docs/");
  type(keys.control("c"), "!cat src", keys.tab);
  expect(shown()).toEqual(["› !cat src", "❯ src/main.ts", "  src/my file.ts"]);
  type("/my", keys.tab);

  expect(editor.text).toBe("!cat src/my\\ file.ts ");
});

test("a list never has more than eight rows, and no row is wider than the terminal", async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `command-${at}`, summary: "字".repeat(80) }));
  const { editor, type } = await openEditor({ commands: () => many });
  type("/", ...Array.from({ length: 30 }, () => keys.down));

  for (const columns of [1, 5, 12, 20, 40, 80]) {
    const { lines } = editor.frame({ columns, rows: 24 });
    expect(lines.length).toBeLessThanOrEqual(9);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
  }
});

test("a list that comes late is not shown for another text", async () => {
  const asked: ((found: readonly { path: string }[]) => void)[] = [];
  const { type, shown } = await openEditor({ files: () => new Promise((resolve) => asked.push(resolve)) });
  type("@a", keys.backspace, keys.backspace);

  asked[0]?.([{ path: "late.ts" }]);
  await Promise.resolve();

  expect(shown()).toEqual(["› "]);
});
