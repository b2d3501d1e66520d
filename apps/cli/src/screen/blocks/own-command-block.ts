import type { OwnCommandResult } from "@hermes/runtime";
import type { OwnCommandView } from "../../input/own-commands.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { cleanText } from "../../render/clean-text.ts";
import type { Style } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { Block } from "../block.ts";
import { PlainAnswer } from "./plain-answer.ts";

/** Shorter ones need no time beside them. */
const worthTellingMs = 2_000;

/** A command of the person's own with all of its output, each line of which settles once it is whole. */
export class OwnCommandBlock implements Block, OwnCommandView {
  readonly #command: string;
  readonly #style: Style;
  readonly #output = new PlainAnswer();
  /** Of the output: a return at its end may be followed by a line break. */
  #held = "";
  #begun = false;
  #ending: string | undefined;
  done = false;

  constructor(command: string, style: Style) {
    this.#command = command;
    this.#style = style;
  }

  push(text: string): void {
    const whole = this.#held + text;
    this.#held = whole.endsWith("\r") ? "\r" : "";
    // What overwrites its line, such as a counter, gives a line of its own for each state.
    this.#output.push(whole.slice(0, whole.length - this.#held.length).replace(/\r\n?/g, "\n"));
  }

  end({ exitCode, interrupted, durationMs }: OwnCommandResult): void {
    const failed = exitCode === 0 ? [] : [exitCode === null ? "ended by a signal" : `exit ${exitCode}`];
    const how = interrupted ? ["interrupted"] : failed;
    const facts = [...how, ...(durationMs < worthTellingMs ? [] : [formatDuration(durationMs)])];
    this.#end(facts.length === 0 ? undefined : this.#style.dim(`— ${facts.join(" · ")} —`));
  }

  fail(): void {
    this.#end(undefined);
  }

  settle(columns: number): readonly string[] {
    const head = this.#begun ? [] : this.#head(columns);
    this.#begun = true;
    const end = this.#ending === undefined ? [] : wrap(this.#ending, { columns });
    this.#ending = undefined;
    return [...head, ...this.#output.settle(columns), ...end];
  }

  live(columns: number): readonly string[] {
    return [...(this.#begun ? [] : this.#head(columns)), ...this.#output.live(columns)];
  }

  #head(columns: number): readonly string[] {
    const sign = this.#style.yellow("!");
    const lines = wrap(cleanText(this.#command).replaceAll("\t", "  "), { columns: columns - 2 });
    return lines.map((line, index) => `${index === 0 ? sign : " "} ${line}`);
  }

  #end(ending: string | undefined): void {
    this.#output.end();
    this.#ending = ending;
    this.done = true;
  }
}
