import type { AgentInput } from "@hermes/agent-loop";
import { columnsOf } from "../render/fit.ts";
import type { Frame, Size } from "../screen/picture.ts";

export type EditorAction =
  | { readonly type: "submit"; readonly text: string; readonly input: AgentInput }
  | { readonly type: "own-command"; readonly command: string }
  | { readonly type: "interrupt" | "end" | "escape" | "suspend" | "unfold" | "redraw" | "edit-outside" };

/** One line, typed at its end: the smallest form. */
export class PromptEditor {
  text = "";
  setText(text: string): void {
    this.text = text;
  }
  frame({ columns }: Size): Frame {
    const shown = this.text.replaceAll("\n", "↵").slice(-(columns - 4));
    return { lines: [`› ${shown}`], caret: { row: 0, column: Math.min(columns - 1, 2 + columnsOf(shown)) } };
  }
  paste(text: string): void {
    this.text += text;
  }
  press(key: string): EditorAction | undefined {
    const isEmpty = this.text === "";
    if (key === "\r" && !isEmpty) {
      const { text } = this;
      this.text = "";
      return text.trim() === "" ? undefined : { type: "submit", text, input: text.trim() };
    }
    if (key === "\u0003" && isEmpty) return { type: "interrupt" };
    if (key === "\u0003") this.text = "";
    if (key === "\u0004" && isEmpty) return { type: "end" };
    if (key === "\u001b") return { type: "escape" };
    if (key === "\u001a") return { type: "suspend" };
    if (key === "\u000c") return { type: "redraw" };
    if (key === "\u000f") return { type: "unfold" };
    if (key === "\u007f") this.text = this.text.slice(0, -1);
    if (key >= " " && !key.startsWith("\u001b") && key !== "\u007f") this.text += key;
    return undefined;
  }
}
