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

test("Enter sends what was typed, and the next message begins empty", async () => {
  const { editor, type, shown } = await open();

  const action = type("  hello \t world  ", keys.enter);

  expect(action).toEqual({ type: "submit", text: "  hello \t world  ".replace("\t", ""), input: "  hello  world  " });
  expect(editor.text).toBe("");
  expect(shown()).toEqual(["› "]);
});
