import type { AgentEvent, ToolCallEnd, ToolCallStart, TurnEnd } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop";
import type { InnerCall } from "@hermes/state";
import { diffLines } from "../screen/diff/diff-lines.ts";
import { failureOf, formatFailure, type Failure } from "../failure.ts";
import { activityLine, formatDuration } from "./activity-line.ts";
import { callOutcome, type CallOutcome } from "./call-outcome.ts";
import { moreLines } from "./count-of.ts";
import {
  compressionText,
  noticeText,
  rememberedText,
  restartText,
  retryText,
  unfinishedTexts,
  unsupportedText,
} from "./event-texts.ts";
import { oneLine } from "./fit.ts";
import { innerCallLine } from "./message-lines.ts";
import { outcomeLines } from "./outcome-lines.ts";
import { StatusLine } from "./status-line.ts";
import type { EventRenderer } from "./event-renderer.ts";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";
import { switchLine } from "./switch-line.ts";

export interface TextRendererOptions {
  readonly screen: Screen;
  readonly style: Style;
  /** Shows what the model thinks, where it goes to the same terminal as the answer. @default false */
  readonly showReasoning?: boolean | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Of an edit. */
const shownDiffLines = 40;

interface RunningCall extends ToolCallStart {
  readonly since: number;
  readonly progress?: string | undefined;
}

/** The turn as people read it: streaming text, one quiet line per tool, remarks in passing. */
export class TextRenderer implements EventRenderer {
  readonly #screen: Screen;
  readonly #style: Style;
  readonly #showReasoning: boolean;
  readonly #now: () => number;
  readonly #statusLine: StatusLine;
  readonly #running = new Map<string, RunningCall>();
  /** What comes next begins a line: another round, or the answer after the thoughts. */
  #newLine = false;
  /** The answer under way where nobody watches it come: one that starts anew must not be in a file twice. */
  #unsaid = "";

  constructor({ screen, style, showReasoning = false, now = Date.now }: TextRendererOptions) {
    this.#screen = screen;
    this.#style = style;
    this.#showReasoning = showReasoning;
    this.#now = now;
    this.#statusLine = new StatusLine(screen, now);
  }

  event(event: AgentEvent): void {
    switch (event.type) {
      case "request-start":
        this.#newLine = event.round > 1;
        return this.#waitFor("waiting for the model");
      case "reasoning-delta":
        return this.#think(event.text);
      case "text-delta":
        return this.#say(event.text);
      case "text-restart":
        return this.#restart(restartText(event));
      case "retry":
        return this.#remark(retryText(event));
      case "switch":
        this.#statusLine.clear();
        return this.#screen.note(this.#style.dim(switchLine(event)));
      case "request-end":
        return this.#sayRest();
      case "tool-call-start":
        // A status line shows only where no line of the answer is open; in a log the remark gets a line of its own.
        this.#screen.endLine();
        this.#running.set(event.callId, { ...event, since: this.#now() });
        return this.#showRunning();
      case "tool-call-progress":
        return this.#progress(event.callId, event.text);
      case "tool-call-end":
        return this.#finishCall(event);
      case "compression-start":
        return this.#waitFor("condensing older messages (Ctrl-C leaves them as they are)", { atOnce: true });
      case "compression":
        this.#remark(compressionText(event));
        for (const entry of event.saved ?? []) this.#screen.note(this.#style.dim(rememberedText(entry)));
        return undefined;
      case "warning":
        return this.#remark(event.message);
      case "unsupported":
        return this.#remark(unsupportedText(event));
      case "mention":
        return this.#remark(event.line);
      case "notice":
        return this.#remark(noticeText(event.text));
      case "turn-end":
        return this.#finishTurn(event);
      case "turn-start":
      case "message":
      case "approval-request":
      case "approval-end":
      case "tool-call-delta":
      case "output-delta":
      case "head-changed":
        return undefined;
    }
  }

  scriptCall(call: InnerCall): void {
    this.#screen.note(innerCallLine(call, { columns: this.#screen.columns, style: this.#style }));
  }

  warning(message: string): void {
    this.#screen.note(this.#style.dim(`hermes: ${oneLine(message)}`));
  }

  failure(failure: Failure): void {
    this.#statusLine.clear();
    this.#screen.note(this.#style.red(formatFailure(failure)));
  }

  close(): void {
    this.#statusLine.clear();
  }

  #say(text: string): void {
    this.#statusLine.clear();
    if (this.#screen.watched) this.#show(text);
    else this.#unsaid += text;
  }

  #sayRest(): void {
    const text = this.#unsaid;
    this.#unsaid = "";
    if (text !== "") this.#show(text);
  }

  #show(text: string): void {
    if (this.#newLine) this.#screen.endLine();
    this.#newLine = false;
    this.#screen.text(text);
  }

  #restart(text: string): void {
    this.#unsaid = "";
    this.#screen.endLine();
    this.#remark(text);
  }

  #think(text: string): void {
    if (!this.#showReasoning || !this.#screen.live) return this.#waitFor("thinking");
    this.#statusLine.clear();
    this.#screen.thought(text);
    this.#newLine = true;
  }

  #waitFor(what: string, { atOnce = false }: { readonly atOnce?: boolean } = {}): void {
    const line = (elapsedMs: number) => `${what} ${formatDuration(elapsedMs)}`;
    this.#statusLine.show({ name: what, since: this.#now(), line }, { atOnce });
  }

  #showRunning(): void {
    const call = [...this.#running.values()].at(-1);
    if (call === undefined) return;
    const { tool: sign, emojis } = this.#style.signs;
    const shown = { ...call, sign, emoji: emojis[call.name] ?? call.emoji };
    const line = (elapsedMs: number) => activityLine({ ...shown, elapsedMs }, this.#screen.columns - 1);
    this.#statusLine.show({ name: call.callId, since: call.since, line }, { atOnce: true });
  }

  #progress(callId: string, progress: string): void {
    const call = this.#running.get(callId);
    if (call) this.#running.set(callId, { ...call, progress });
    this.#showRunning();
  }

  #finishCall(event: ToolCallEnd): void {
    const { callId, name, durationMs, shown } = event;
    const { emoji = "", detail } = this.#running.get(callId) ?? {};
    const { tool: sign, emojis } = this.#style.signs;
    this.#running.delete(callId);
    this.#statusLine.clear();
    const outcome = callOutcome(event);
    const { kind, text: ending } = outcome;
    const paint = kind === "done" ? this.#style.dim : this.#style.yellow;
    const line = activityLine(
      { sign, emoji: emojis[name] ?? (emoji || "•"), name, detail, durationMs, ending },
      this.#screen.columns,
      {
        line: paint,
        ending: paint,
      },
    );
    this.#screen.note(line);
    if (shown !== undefined) this.#showDiff(shown.diff);
    else if (kind !== "done") this.#showOutcome(outcome);
    this.#showRunning();
  }

  /** Of what went well the answer tells. */
  #showOutcome(outcome: CallOutcome): void {
    const layout = { columns: this.#screen.columns, style: this.#style };
    for (const line of outcomeLines(outcome, layout)) this.#screen.note(line);
  }

  #showDiff(diff: string): void {
    const lines = diffLines(diff, { columns: this.#screen.columns - 2, style: this.#style });
    const left = lines.length - shownDiffLines;
    const cut = left > 1 ? [...lines.slice(0, shownDiffLines), `… ${moreLines(left)}`] : lines;
    for (const line of cut) this.#screen.note(line === "" ? "" : `  ${line}`);
  }

  #finishTurn({ reason, error, awaiting = [], unfinished }: TurnEnd): void {
    const ending = turnEndText({ reason, error, awaiting });
    this.#statusLine.clear();
    this.#sayRest();
    this.#screen.endLine();
    this.#newLine = false;
    this.#running.clear();
    if (error) this.#screen.note(this.#style.red(formatFailure(failureOf(error))));
    else if (ending !== undefined) this.#remark(ending);
    for (const line of unfinishedTexts(unfinished)) this.#screen.note(this.#style.dim(line));
    for (const id of awaiting)
      this.#screen.note(this.#style.dim(`hermes approvals show ${id}; hermes approvals answer ${id} yes|no`));
  }

  #remark(text: string): void {
    this.#statusLine.clear();
    this.#screen.note(this.#style.dim(`— ${oneLine(text)} —`));
  }
}
