import { PassThrough, Writable } from "node:stream";
import { onTestFinished, expect, test } from "vitest";
import { LineEditor } from "../src/prompt/line-editor.ts";
import { VirtualScreen } from "./support/virtual-screen.ts";

interface EditorUnderTest {
  readonly editor: LineEditor;
  readonly screen: VirtualScreen;
  type(keys: string): Promise<void>;
  shown(): Promise<readonly string[]>;
}

/** A line editor on a terminal in memory. */
function openEditor(columns: number): EditorUnderTest {
  const screen = new VirtualScreen({ columns, rows: 12, breaksCursorLine: true });
  const input = new PassThrough();
  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        screen.write(text);
        done();
      },
    }),
    { columns },
  );
  screen.on("resize", () => {
    output.columns = screen.columns;
    output.emit("resize");
  });
  // All that the editor uses of a terminal is what a stream has.
  const editor = new LineEditor({ input: input as unknown as NodeJS.ReadStream, output });
  onTestFinished(() => editor.close());
  return {
    editor,
    screen,
    type(keys) {
      input.write(keys);
      return new Promise((resolve) => setImmediate(resolve));
    },
    async shown() {
      const { scrolled, shown } = await screen.lines();
      return [...scrolled, ...shown].join("\n").trimEnd().split("\n");
    },
  };
}

test("a line at the prompt is on the screen once, however the terminal is resized", async () => {
  const editing = openEditor(80);
  const line = "words ".repeat(12).trimEnd();
  editing.screen.write("Hello.\r\n");
  const answer = editing.editor.read({ prompt: "› " });
  await editing.type(line);

  for (const columns of [40, 25, 60, 30]) await editing.screen.resize(columns, 12);

  const shown = (await editing.shown()).join("");
  expect(shown.replaceAll(" ", "")).toBe(`Hello.›${line.replaceAll(" ", "")}`);
  await editing.type("\r");
  expect(await answer).toEqual({ type: "line", text: line });
});

test("while nothing is asked, a resize and keys that type nothing leave the screen alone", async () => {
  const editing = openEditor(80);
  editing.screen.write("half of an answer");

  await editing.screen.resize(60, 12);
  await editing.type("\r\r\u001b[C\u007f");
  editing.screen.write(", and the rest");

  expect(await editing.shown()).toEqual(["half of an answer, and the rest"]);
});

test("a line that is half typed when a prompt comes goes on at the prompt", async () => {
  const editing = openEditor(80);
  await editing.type("half of");
  expect(await editing.shown()).toEqual(["» half of"]);

  const answer = editing.editor.read({ prompt: "› " });
  await editing.type(" a line\r");

  expect(await answer).toEqual({ type: "line", text: "half of a line" });
  expect(await editing.shown()).toEqual(["› half of a line"]);
});

test("a line that is taken back while nothing is asked leaves no trace", async () => {
  const editing = openEditor(20);
  const happened: string[] = [];
  editing.editor.listen({
    typing: () => happened.push("typing"),
    typed: () => happened.push("typed"),
    line: (text) => happened.push(text),
    interrupt: () => happened.push("interrupt"),
    end: () => happened.push("end"),
  });
  await editing.type("more than one row of this terminal");

  await editing.type("\u0003");

  expect(happened).toEqual(["typing", "typed"]);
  expect(await editing.shown()).toEqual([""]);
});

test("characters typed for a cancelled prompt are discarded", async () => {
  const editing = openEditor(80);
  const stop = new AbortController();
  const first = editing.editor.read({ prompt: "? ", plain: true, signal: stop.signal });
  await editing.type("ye");

  stop.abort(new Error("Enough."));
  await expect(first).rejects.toThrow("Enough.");
  const second = editing.editor.read({ prompt: "› " });
  await editing.type("no\r");

  expect(await second).toEqual({ type: "line", text: "no" });
});
