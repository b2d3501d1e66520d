import type { AgentEvent } from "@hermes/agent-loop";
import type { Platform } from "../platforms/platform.ts";
import { oneLine } from "./one-line.ts";

type ToolCallStart = Extract<AgentEvent, { readonly type: "tool-call-start" }>;

const detailChars = 40;
const argumentChars = 200;
const lines = 12;

/** The tool calls of a turn as lines of one message; the same line again is counted. */
export class ToolProgress {
  readonly #mode: Platform["progress"];
  #lines: { readonly text: string; readonly name: string; times: number }[] = [];

  constructor(mode: Platform["progress"]) {
    this.#mode = mode;
  }

  /** @returns What is shown now; undefined where this call changes nothing. */
  add({ name, emoji, detail, arguments: given }: ToolCallStart): string | undefined {
    if (this.#mode === "off") return undefined;
    const last = this.#lines.at(-1);
    if (this.#mode === "new" && last?.name === name) return undefined;
    const shown =
      this.#mode === "verbose" ? oneLine(given, argumentChars) : oneLine(detail ?? "", detailChars);
    const text = `${emoji} ${name}${shown === "" ? "" : `: ${inCode(shown)}`}`;
    if (last?.text === text) last.times += 1;
    else this.#lines = [...this.#lines, { text, name, times: 1 }].slice(-lines);
    return this.#lines
      .map((line) => (line.times === 1 ? line.text : `${line.text} (×${line.times})`))
      .join("\n");
  }
}

function inCode(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}
