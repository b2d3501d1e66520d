import type { ToolCallEnd, ToolCallStart } from "@hermes/agent-loop";
import type { InnerCall } from "@hermes/state";
import { activityLine } from "../../render/activity-line.ts";
import { callOutcome, type CallOutcome } from "../../render/call-outcome.ts";
import { cleanText } from "../../render/clean-text.ts";
import { fit, oneLine } from "../../render/fit.ts";
import { innerCallLine, readableResult } from "../../render/message-lines.ts";
import { indented, outcomeLines } from "../../render/outcome-lines.ts";
import type { Style } from "../../render/style.ts";
import { wrapLines } from "../../render/wrap.ts";
import { diffLines } from "../diff/diff-lines.ts";
import { BlockAtOnce } from "./block-at-once.ts";

export interface CallBlockOptions {
  readonly style: Style;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface CallProgress {
  readonly text: string;
  readonly lines?: readonly string[] | undefined;
  readonly subject?: string | undefined;
}

const diffRows = 40;

/** A call: one line that says what, with what, how long and how it ended, and beneath it what a person wants to see. */
export class CallBlock extends BlockAtOnce {
  readonly #start: ToolCallStart;
  readonly #options: CallBlockOptions;
  readonly #since: number;
  #askingSince: number | undefined;
  #askedMs = 0;
  #progress: CallProgress | undefined;
  readonly #subjects = new Map<string, string>();
  readonly #scriptCalls: InnerCall[] = [];
  #end: ToolCallEnd | undefined;
  #outcome: CallOutcome | undefined;

  constructor(start: ToolCallStart, options: CallBlockOptions) {
    super();
    this.#start = start;
    this.#options = options;
    this.#since = options.now();
  }

  progress(progress: CallProgress): void {
    if (progress.subject === undefined) this.#progress = progress;
    else this.#subjects.set(progress.subject, progress.text);
  }

  /** A person is asked about it. */
  ask(): void {
    this.#askingSince ??= this.#options.now();
  }

  answer(): void {
    if (this.#askingSince === undefined) return;
    this.#askedMs += this.#options.now() - this.#askingSince;
    this.#askingSince = undefined;
  }

  scriptCall(call: InnerCall): void {
    this.#scriptCalls.push(call);
  }

  end(end: ToolCallEnd): void {
    this.#end = end;
    this.#outcome = callOutcome(end);
    this.done = true;
  }

  /** The turn ended without a result of it. */
  leave(text: string): void {
    if (this.done) return;
    this.answer();
    this.#outcome = { kind: "not-run", text };
    this.done = true;
  }

  whole(columns: number): readonly string[] {
    const { style } = this.#options;
    const part = (text: string): readonly string[] =>
      text === "" ? [] : wrapLines(cleanText(text).trimEnd(), { columns, indent: 2 }).map(style.dim);
    const head = [this.#headLine(columns), ...part(readableResult(this.#start.arguments))];
    if (this.#end === undefined) return [...head, ...part((this.#progress?.lines ?? []).join("\n"))];
    const { shown, content } = this.#end;
    const result = shown === undefined ? part(readableResult(content)) : this.#diff(shown.diff, columns);
    return [...head, style.dim("  →"), ...result];
  }

  protected lines(columns: number): readonly string[] {
    const { style } = this.#options;
    return [
      this.#headLine(columns),
      ...[...this.#subjects.values()].map((text) => style.dim(fit(`  ├ ${oneLine(text)}`, columns))),
      ...this.#scriptCalls.map((call) => innerCallLine(call, { columns, style })),
      ...(this.#end === undefined ? this.#running(columns) : this.#ended(this.#end, columns)),
    ];
  }

  #headLine(columns: number): string {
    const { style, now } = this.#options;
    const { name, detail } = this.#start;
    const asked = this.#askedMs + (this.#askingSince === undefined ? 0 : now() - this.#askingSince);
    // What is no tool has none.
    const { tool, emojis } = style.signs;
    const facts = { sign: tool, emoji: emojis[name] ?? (this.#start.emoji || "•"), name, detail };
    if (this.#outcome === undefined) {
      if (this.#askingSince !== undefined)
        return activityLine({ ...facts, durationMs: undefined, ending: "waits for your answer" }, columns, {
          ending: style.yellow,
        });
      const progress = this.#progress?.lines === undefined ? this.#progress?.text : undefined;
      return activityLine({ ...facts, progress, elapsedMs: now() - this.#since - asked }, columns);
    }
    const durationMs = this.#end?.durationMs ?? now() - this.#since - asked;
    const { kind, text } = this.#outcome;
    const sign = { done: "✓", failed: "✗", "not-run": "–" }[kind];
    const ending = text === "" ? sign : `${sign} ${text}`;
    const paint = { done: style.green, failed: style.red, "not-run": style.yellow }[kind];
    return activityLine({ ...facts, durationMs, ending }, columns, { line: style.dim, ending: paint });
  }

  /** What a command has said last, beside it while it runs. */
  #running(columns: number): readonly string[] {
    const { style } = this.#options;
    const lines = this.#progress?.lines ?? [];
    return lines.map((line) => style.dim(indented(line, columns)));
  }

  #ended({ shown }: ToolCallEnd, columns: number): readonly string[] {
    const { style } = this.#options;
    if (shown !== undefined) return this.#diff(shown.diff, columns, diffRows);
    if (this.#outcome === undefined) return [];
    return outcomeLines(this.#outcome, { columns, style, hint: " (Ctrl-O)" });
  }

  #diff(diff: string, columns: number, most?: number): readonly string[] {
    const { style } = this.#options;
    const lines = diffLines(diff, { columns: Math.max(1, columns - 2), style, most });
    return lines.map((line) => (line === "" ? "" : `  ${line}`));
  }
}
