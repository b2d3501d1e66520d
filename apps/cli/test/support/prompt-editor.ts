import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CompletionSources } from "../../src/input/completion.ts";
import { PromptEditor, type EditorAction } from "../../src/input/prompt-editor.ts";
import { imageSource } from "../../src/input/read-image.ts";
import { SavedPastes } from "../../src/input/saved-pastes.ts";
import { openInputHistory, type InputHistory } from "../../src/prompt/input-history.ts";
import { createStyle } from "../../src/render/style.ts";

export const keys = {
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
  control: (letter: string): string => String.fromCharCode(letter.charCodeAt(0) & 31),
} as const;

export interface Typing {
  readonly home: string;
  readonly history: InputHistory;
  readonly editor: PromptEditor;
  readonly remarks: readonly string[];
  /** Types letters and presses keys one by one; gives the last action. */
  type(...sequences: readonly string[]): EditorAction | undefined;
  shown(columns?: number, rows?: number): readonly string[];
}

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "hermes-input-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface OpenOptions {
  readonly home?: string;
  readonly takesImages?: boolean;
  readonly sign?: () => string;
}

/** An editor with a home of its own, or in one that others have used. */
export async function openEditor(
  completions: CompletionSources = {},
  { home = folder(), takesImages = true, sign }: OpenOptions = {},
): Promise<Typing> {
  const history = await openInputHistory(join(home, "history"));
  const remarks: string[] = [];
  const editor = new PromptEditor({
    style: createStyle(false),
    sign,
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

export const numbered = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}`).join("\n");
