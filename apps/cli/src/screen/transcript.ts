import type { AgentEvent } from "@hermes/agent-loop";
import type { InnerCall } from "@hermes/state";
import type { Failure } from "../failure.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { Screen } from "../render/screen.ts";
import type { Style } from "../render/style.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import { wrap } from "../render/wrap.ts";

/** The turn as plain text, wrapped: the smallest form. */
export class Transcript implements EventRenderer {
  readonly #style: Style;
  readonly #renderer: TextRenderer;
  #text = "";
  busy = false;

  constructor({ style, showReasoning = false }: { readonly style: Style; readonly showReasoning?: boolean }) {
    this.#style = style;
    const output = { isTTY: true, write: (text: string) => ((this.#text += text), true) };
    const screen = new Screen({ stdout: output, stderr: output, style });
    Object.assign(screen, { status: () => undefined });
    this.#renderer = new TextRenderer({ screen, style, showReasoning });
  }

  event(event: AgentEvent): void {
    if (event.type === "turn-start") this.busy = true;
    if (event.type === "turn-end") this.busy = false;
    this.#renderer.event(event);
  }
  scriptCall(call: InnerCall): void {
    this.#renderer.scriptCall(call);
  }
  warning(message: string): void {
    this.#renderer.warning(message);
  }
  failure(failure: Failure): void {
    this.#renderer.failure(failure);
  }
  close(): void {
    this.#renderer.close();
  }
  remark(text: string): void {
    this.note([this.#style.dim(text)]);
  }
  note(lines: readonly string[]): void {
    this.#text += lines.map((line) => `${line}\n`).join("");
  }
  settle(columns: number): readonly string[] {
    const end = this.#text.lastIndexOf("\n") + 1;
    const done = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return done === "" ? [] : done.slice(0, -1).split("\n").flatMap((line) => wrap(line, { columns }));
  }
  live(columns: number, rows: number): readonly string[] {
    return this.#text === "" ? [] : wrap(this.#text, { columns }).slice(-rows);
  }
  unfold(): readonly string[] {
    return [];
  }
}
