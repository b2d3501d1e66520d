import { PassThrough, Writable } from "node:stream";
import { onTestFinished, expect, test } from "vitest";
import { LineEditor } from "../src/prompt/line-editor.ts";
import { VirtualScreen } from "./support/virtual-screen.ts";

interface Desk {
  readonly editor: LineEditor;
  readonly screen: VirtualScreen;
  type(keys: string): Promise<void>;
  shown(): Promise<readonly string[]>;
}

/** A line editor on a terminal in memory. */
function openDesk(columns: number): Desk {
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
  const desk = openDesk(80);
  const line = "words ".repeat(12).trimEnd();
  desk.screen.write("Hello.\r\n");
  const answer = desk.editor.read({ prompt: "› " });
  await desk.type(line);

  for (const columns of [40, 25, 60, 30]) await desk.screen.resize(columns, 12);

  const shown = (await desk.shown()).join("");
  expect(shown.replaceAll(" ", "")).toBe(`Hello.›${line.replaceAll(" ", "")}`);
  await desk.type("\r");
  expect(await answer).toEqual({ type: "line", text: line });
});

test("while nothing is asked, a resize and keys that type nothing leave the screen alone", async () => {
  const desk = openDesk(80);
  desk.screen.write("half of an answer");

  await desk.screen.resize(60, 12);
  await desk.type("\r\r\u001b[C\u007f");
  desk.screen.write(", and the rest");

  expect(await desk.shown()).toEqual(["half of an answer, and the rest"]);
});

test("a line that is half typed when a prompt comes goes on at the prompt", async () => {
  const desk = openDesk(80);
  await desk.type("half of");
  expect(await desk.shown()).toEqual(["» half of"]);

  const answer = desk.editor.read({ prompt: "› " });
  await desk.type(" a line\r");

  expect(await answer).toEqual({ type: "line", text: "half of a line" });
  expect(await desk.shown()).toEqual(["› half of a line"]);
});

test("a line that is taken back while nothing is asked leaves no trace", async () => {
  const desk = openDesk(20);
  const happened: string[] = [];
  desk.editor.listen({
    typing: () => happened.push("typing"),
    typed: () => happened.push("typed"),
    line: (text) => happened.push(text),
    interrupt: () => happened.push("interrupt"),
    end: () => happened.push("end"),
  });
  await desk.type("more than one row of this terminal");

  await desk.type("\u0003");

  expect(happened).toEqual(["typing", "typed"]);
  expect(await desk.shown()).toEqual([""]);
});

test("an answer that is no longer wanted leaves its letters to nobody", async () => {
  const desk = openDesk(80);
  const stop = new AbortController();
  const first = desk.editor.read({ prompt: "? ", plain: true, signal: stop.signal });
  await desk.type("ye");

  stop.abort(new Error("Enough."));
  await expect(first).rejects.toThrow("Enough.");
  const second = desk.editor.read({ prompt: "› " });
  await desk.type("no\r");

  expect(await second).toEqual({ type: "line", text: "no" });
});
