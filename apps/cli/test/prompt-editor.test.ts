import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { CompletionSources } from "../src/input/completion.ts";
import { PromptEditor, type EditorAction } from "../src/input/prompt-editor.ts";
import { imageSource } from "../src/input/read-image.ts";
import { SavedPastes } from "../src/input/saved-pastes.ts";
import { openInputHistory, type InputHistory } from "../src/prompt/input-history.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { propertyRuns } from "./support/property-runs.ts";

const keys = {
  enter: "\r",
  backspace: "\u007f",
  left: "\u001b[D",
  right: "\u001b[C",
  up: "\u001b[A",
  down: "\u001b[B",
  home: "\u001b[H",
  end: "\u001b[F",
  escape: "\u001b",
  tab: "\t",
  newLine: "\u001b\r",
  undo: "\u001f",
  control: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
} as const;

interface Setting {
  readonly home: string;
  readonly history: InputHistory;
  readonly editor: PromptEditor;
  readonly remarks: readonly string[];
  /** Types letters and presses keys one by one; gives the last action. */
  type(...sequences: readonly string[]): EditorAction | undefined;
  shown(columns?: number, rows?: number): readonly string[];
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "hermes-input-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function open(
  completions: CompletionSources = {},
  { home = folder(), takesImages = true }: { readonly home?: string; readonly takesImages?: boolean } = {},
): Promise<Setting> {
  const history = await openInputHistory(join(home, "history"));
  const remarks: string[] = [];
  const editor = new PromptEditor({
    style: createStyle(false),
    history,
    pastes: new SavedPastes(join(home, "pastes")),
    images: imageSource({ cwd: home, env: {} }),
    takesImages: () => takesImages,
    completions,
    redraw: () => undefined,
    remark: (text) => remarks.push(text),
  });
  return {
    home,
    history,
    editor,
    remarks,
    type(...sequences) {
      let action: EditorAction | undefined;
      for (const sequence of sequences) {
        const single = sequence.startsWith("\u001b") || sequence.length === 1;
        for (const key of single ? [sequence] : sequence) action = editor.press(key);
      }
      return action;
    },
    shown: (columns = 60, rows = 24) => editor.frame({ columns, rows }).lines,
  };
}

const numbered = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join("\n");


test("Enter sends exactly what was typed, and the next message begins empty", async () => {
  const { editor, type, shown } = await open();

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
  const { editor, type, shown } = await open();

  type("one", key, "two");

  expect(editor.text).toBe("one\ntwo");
  expect(shown()).toEqual(["› one", "… two"]);
});

test("a backslash before Enter begins a new line and goes away", async () => {
  const { editor, type } = await open();

  expect(type("one\\", keys.enter, "two")).toBeUndefined();

  expect(editor.text).toBe("one\ntwo");
});

test("keys that are no text ask for what they stand for", async () => {
  const { type } = await open();
  const asked = [
    ...[keys.control("c"), keys.control("d"), keys.escape, keys.control("z"), keys.control("o")],
    ...[keys.control("l"), keys.control("g")],
  ].map((key) => type(key)?.type);

  expect(asked).toEqual(["interrupt", "end", "escape", "suspend", "unfold", "redraw", "edit-outside"]);
  expect(type(keys.control("x"), keys.control("e"))?.type).toBe("edit-outside");
});

test("Ctrl-C takes back what was typed, and undo brings it again", async () => {
  const { editor, type } = await open();

  expect(type("a draft", keys.control("c"))).toBeUndefined();
  expect(editor.text).toBe("");
  type(keys.undo);

  expect(editor.text).toBe("a draft");
});

test("Ctrl-D deletes forward while there is text", async () => {
  const { editor, type } = await open();

  expect(type("abc", keys.home, keys.control("d"))).toBeUndefined();

  expect(editor.text).toBe("bc");
});

test("killed text is yanked, and the one before it with Alt-Y", async () => {
  const { editor, type } = await open();
  type("one two", keys.control("w"), keys.left, keys.control("u"), keys.control("y"), "\u001by");

  expect(editor.text).toBe("two ");
});

test("words are moved over with Alt-B and Alt-F", async () => {
  const { editor, type } = await open();

  type("one two three", "\u001bb", "\u001bb", "X", "\u001bf", "Y");

  expect(editor.text).toBe("one XtwoY three");
});

test("the sign of a mode stands in front of the first line, in the width of every line", async () => {
  const home = folder();
  const editor = new PromptEditor({
    style: createStyle(false),
    sign: () => "plan › ",
    history: await openInputHistory(join(home, "history")),
    pastes: new SavedPastes(join(home, "pastes")),
    images: imageSource({ cwd: home, env: {} }),
    takesImages: () => true,
    completions: {},
    redraw: () => undefined,
    remark: () => undefined,
  });
  editor.setText("a line that is too long\nnext");

  expect(editor.frame({ columns: 24, rows: 10 })).toEqual({
    lines: ["plan › a line that is", "     … too long", "     … next"],
    caret: { row: 2, column: 11 },
  });
});

test("Up at the first line recalls earlier messages, Down at the last one comes back to the draft", async () => {
  const { editor, type } = await open();
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
  const { editor, type, shown } = await open();
  for (const text of ["build the docs", "run the tests", "build the tests again"]) type(text, keys.enter);

  type(keys.control("r"), "build", " tests");
  expect(shown()).toEqual(["› ", "search: build tests", "❯ build the tests again"]);
  type(keys.enter);

  expect(editor.text).toBe("build the tests again");
});

test("Esc leaves the search and what was typed before it", async () => {
  const { editor, type, shown } = await open();
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

test("a long paste stands as a label and is sent in full", async () => {
  const { home, editor, type, shown } = await open();
  const pasted = numbered(200);

  type("see ");
  editor.paste(pasted.replaceAll("\n", "\r"));
  type(" please");
  expect(shown()).toEqual(["› see [Pasted 200 lines] please"]);
  const action = type(keys.enter);

  expect(action).toEqual({
    type: "submit",
    text: "see [Pasted 200 lines] please",
    input: `see ${pasted} please`,
  });
  const [file = ""] = readdirSync(join(home, "pastes"));
  expect(readFileSync(join(home, "pastes", file), "utf8")).toBe(pasted);
  expect(statSync(join(home, "pastes", file)).mode & 0o777).toBe(0o600);
});

test("several pastes are numbered, and each is deleted as one character", async () => {
  const { editor, type } = await open();
  editor.paste(numbered(5));
  editor.paste("x".repeat(2_000));
  editor.paste(numbered(6));
  expect(editor.text).toBe("[Pasted 5 lines][Pasted 2000 characters #2][Pasted 6 lines #3]");

  type(keys.left, keys.backspace, keys.end);

  expect(editor.text).toBe("[Pasted 5 lines][Pasted 6 lines #3]");
  expect(type(keys.enter)).toMatchObject({ input: [{ type: "text", text: numbered(5) + numbered(6) }] });
});

test("what was pasted and then sent is no command, whatever it begins with", async () => {
  const { editor, type } = await open();

  editor.paste(`/quit\n${numbered(5)}`);

  expect(type(keys.enter)).toMatchObject({ input: [{ type: "text" }] });
});

test("a message that is recalled has its pastes again; without their file it says so", async () => {
  const { home, editor, type } = await open();
  editor.paste(numbered(7));
  type(" explain", keys.enter);

  type(keys.up);
  expect(editor.text).toBe("[Pasted 7 lines] explain");
  expect(editor.expandedText).toBe(`${numbered(7)} explain`);
  const next = await open({}, { home });
  rmSync(join(home, "pastes"), { recursive: true });
  next.type(keys.up);

  expect(next.editor.text).toBe("[Pasted 7 lines: no longer kept] explain");
});

test("Ctrl-O beside a paste shows it in full", async () => {
  const { editor, type } = await open();
  editor.paste(numbered(5));

  expect(type(keys.control("o"))).toBeUndefined();

  expect(editor.text).toBe(numbered(5));
});

test("pastes that nobody used for 30 days are removed", () => {
  const home = folder();
  let now = Date.UTC(2026, 0, 1);
  const pastes = new SavedPastes(join(home, "pastes"), () => now);
  pastes.keepText("old");
  now += 20 * 86_400_000;
  const recent = pastes.keepText("recent");
  now += 11 * 86_400_000;

  pastes.removeOld();

  expect(readdirSync(join(home, "pastes")).map((name) => join(home, "pastes", name))).toEqual([recent]);
});

test("a short paste stands as it is, tabs included, and nothing of it moves the cursor", async () => {
  const { editor, type, shown } = await open();

  editor.paste("all:\r\n\tgo build \u001b[31mred\u001b[0m\u009b2J");

  expect(editor.text).toBe("all:\n\tgo build red");
  expect(shown()).toEqual(["› all:", "… →go build red"]);
  expect(type(keys.enter)).toMatchObject({ input: "all:\n\tgo build red" });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);

test.for([
  ["as it is", (path: string) => path],
  ["in quotes", (path: string) => `'${path}' `],
  ["with backslashes", (path: string) => path.replaceAll(" ", "\\ ")],
  ["as an address", (path: string) => `file://${path.replaceAll(" ", "%20")}`],
] as const)("a path of an image that is dropped %s becomes an image of the message", async ([, written]) => {
  const { home, editor, type } = await open();
  const path = join(home, "my shot.png");
  writeFileSync(path, png);

  type("what is ");
  editor.paste(written(path));
  type("?");
  expect(editor.text).toBe("what is [Image my shot.png 3x2]?");

  expect(type(keys.enter)).toMatchObject({
    input: [
      { type: "text", text: "what is [Image my shot.png 3x2]" },
      { type: "image", mediaType: "image/png", data: png.toString("base64") },
      { type: "text", text: "?" },
    ],
  });
});

test("/image attaches a file to the message that is written next", async () => {
  const { home, editor, type } = await open();
  writeFileSync(join(home, "shot.jpg"), png);

  expect(type("/image shot.jpg", keys.enter)).toBeUndefined();

  expect(editor.text).toBe("[Image shot.jpg 3x2]");
});

test("what is no image is not attached, and the person hears why", async () => {
  const { home, editor, type, remarks } = await open({}, { takesImages: false });
  writeFileSync(join(home, "text.png"), "words");
  writeFileSync(join(home, "huge.png"), Buffer.concat([png, Buffer.alloc(4_000_000)]));
  writeFileSync(join(home, "good.png"), png);

  for (const name of ["missing.png", "text.png", "huge.png"]) type(`/image ${name}`, keys.enter);
  expect(editor.text).toBe("");
  type("/image good.png", keys.enter);

  expect(remarks).toEqual([
    expect.stringContaining("Cannot read"),
    "text.png is no PNG, JPEG, GIF or WebP image.",
    "huge.png has 4.0 MB; an image may have 3.8 MB. Make it smaller.",
    expect.stringContaining("takes no images"),
  ]);
});

test("a path that is no image is pasted as text", async () => {
  const { home, editor } = await open();

  editor.paste(join(home, "missing.png"));

  expect(editor.text).toBe(join(home, "missing.png"));
});

test("what stands behind an exclamation mark is a command of the person's own", async () => {
  const { type } = await open();

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
  const { editor, type, shown } = await open({ commands: () => commands, argumentsOf: () => models });

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
  const { type } = await open({ commands: () => commands });

  expect(type("/qu", keys.enter)).toMatchObject({ type: "submit", input: "/quit" });
  expect(type("/exit", keys.enter)).toMatchObject({ type: "submit", input: "/exit" });
  expect(type("/mode", keys.enter)).toMatchObject({ type: "submit", input: "/mode" });
  expect(type("/usr/bin is full", keys.enter)).toMatchObject({ input: "/usr/bin is full" });
});

test("Esc closes the list and leaves what was typed", async () => {
  const { editor, type, shown } = await open({ commands: () => commands });

  expect(type("/mo", keys.escape)).toBeUndefined();

  expect(shown()).toEqual(["› /mo"]);
  expect(editor.text).toBe("/mo");
});

test("files are listed behind an @, and are quoted where a mention would end too early", async () => {
  const files = () => [{ path: "src/a.ts" }, { path: "my notes.md" }, { path: "src/" }, { path: "diff" }];
  const { editor, type } = await open({ files });

  const taken = [0, 1, 2, 3].map((down) => {
    type("see @s", ...Array.from({ length: down }, () => keys.down), keys.tab);
    const { text } = editor;
    type(keys.control("c"));
    return text;
  });

  expect(taken).toEqual(["see @src/a.ts ", 'see @file:"my notes.md" ', "see @src/", 'see @file:"diff" ']);
});

test("a list never has more than eight rows, and no row is wider than the terminal", async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `command-${at}`, summary: "字".repeat(80) }));
  const { editor, type } = await open({ commands: () => many });
  type("/", ...Array.from({ length: 30 }, () => keys.down));

  for (const columns of [1, 5, 12, 20, 40, 80]) {
    const { lines } = editor.frame({ columns, rows: 24 });
    expect(lines.length).toBeLessThanOrEqual(9);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
  }
});

test("a list that comes late is not shown for another text", async () => {
  const asked: ((found: readonly { path: string }[]) => void)[] = [];
  const { type, shown } = await open({ files: () => new Promise((resolve) => asked.push(resolve)) });
  type("@a", keys.backspace, keys.backspace);

  asked[0]?.([{ path: "late.ts" }]);
  await Promise.resolve();

  expect(shown()).toEqual(["› "]);
});

/** Letters of one to two columns, of several code units, and of other directions. */
const letters = fc.constantFrom(..."abc def_xyz.,漢字かな한글שלוםمرحبا", "👍🏽", "👩‍👩‍👧‍👦", "é", "🇩🇪", "é");
/** Wider than a line. */
const wide = fc.constantFrom("ｱﾞﾞﾞﾞﾞﾞﾞﾞ", "क्ष्क्ष्क्ष");

test("for any keys, pastes and sizes: nothing throws, every line fits, and the caret is inside", async () => {
  const size = fc.record({ columns: fc.integer({ min: 1, max: 120 }), rows: fc.integer({ min: 2, max: 50 }) });
  const control = fc.integer({ min: 1, max: 31 }).map((code) => String.fromCharCode(code));
  const sequence = fc.constantFrom(
    ...Object.values(keys).filter((key) => typeof key === "string"),
    ...["\u001bb", "\u001bf", "\u001bd", "\u001by", "\u001b[3~", "\u001b[5~", "\u001b[6~", "\u001b[13;2u", "\u001b[999;99x"],
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.oneof({ weight: 9, arbitrary: letters }, { weight: 1, arbitrary: wide }).map((key) => ({ key })) },
    { weight: 3, arbitrary: fc.oneof(sequence, control, fc.string({ unit: "binary", maxLength: 3 })).map((key) => ({ key })) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.array(fc.oneof(letters, wide), { maxLength: 300 }).map((all) => all.join("")))
        .map((paste) => ({ paste })),
    },
    { weight: 1, arbitrary: size.map((given) => ({ size: given })) },
  );
  const setting = await open({ commands: () => commands, files: () => [{ path: "src/a.ts" }] });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { editor } = setting;
      editor.setText("");
      let now = { columns: 40, rows: 20 };
      for (const each of steps) {
        if ("key" in each) editor.press(each.key);
        else if ("paste" in each) editor.paste(each.paste);
        else now = each.size;
        const { lines, caret } = editor.frame(now);
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, now.rows - 1));
        for (const line of lines) {
          expect(columnsOf(line)).toBeLessThanOrEqual(now.columns);
          // oxlint-disable-next-line no-control-regex -- none of these may reach a terminal
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        }
        expect(caret?.row).toBeLessThan(lines.length);
        expect(caret?.column).toBeLessThan(now.columns);
      }
    }),
    propertyRuns(),
  );
});

test("typing, moving, deleting and breaking lines do what they do to a list of characters", async () => {
  const { editor } = await open();
  const move = fc.constantFrom("left", "right", "home", "end", "backspace", "newLine");
  const step = fc.oneof(letters.map((letter) => ({ letter })), move.map((name) => ({ name })));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      editor.setText("");
      let text: string[] = [];
      let at = 0;
      for (const each of steps) {
        if ("letter" in each) {
          editor.press(each.letter);
          text = text.toSpliced(at++, 0, each.letter);
        } else {
          editor.press(keys[each.name]);
          if (each.name === "left") at = Math.max(0, at - 1);
          if (each.name === "right") at = Math.min(text.length, at + 1);
          if (each.name === "home") at = text.lastIndexOf("\n", at - 1) + 1;
          while (each.name === "end" && at < text.length && text[at] !== "\n") at++;
          if (each.name === "newLine") text = text.toSpliced(at++, 0, "\n");
          if (each.name === "backspace" && at > 0) text = text.toSpliced(--at, 1);
        }
      }
      expect(editor.text).toBe(text.join(""));
    }),
    propertyRuns(),
  );
});

test("undo takes back every change, down to the empty line", async () => {
  const { editor, type } = await open();
  fc.assert(
    fc.property(fc.array(fc.oneof(letters, fc.constantFrom(keys.newLine, keys.backspace)), { maxLength: 30 }), (pressed) => {
      type(keys.enter);
      for (const key of pressed) editor.press(key);
      for (const _ of pressed) editor.press(keys.undo);
      expect(editor.text).toBe("");
    }),
    propertyRuns(),
  );
});
