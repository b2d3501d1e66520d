import type { AgentEvent, ToolCallEnd, TurnEnd } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop";
import type { InnerCall } from "@hermes/state";
import { failureOf, formatFailure, type Failure } from "../failure.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { oneLine } from "../render/fit.ts";
import {
  compressionText,
  noticeText,
  rememberedText,
  restartText,
  retryText,
  unfinishedTexts,
  unsupportedText,
} from "../render/event-texts.ts";
import { createStyle, type Style } from "../render/style.ts";
import { switchLine } from "../render/switch-line.ts";
import { wrap } from "../render/wrap.ts";
import type { Block } from "./block.ts";
import { CallBlock } from "./blocks/call-block.ts";
import { FixedBlock, type LinesAt } from "./blocks/fixed-block.ts";
import { LineBlock } from "./blocks/line-block.ts";
import { OwnCommandBlock } from "./blocks/own-command-block.ts";
import { personBlock } from "./blocks/person-block.ts";
import { PlainAnswer } from "./blocks/plain-answer.ts";
import { ThoughtBlock } from "./blocks/thought-block.ts";
import { todoLines, todosOf, type TodoItem } from "./blocks/todo-lines.ts";
import { loadMarkdown, type Markdown } from "./markdown/load-markdown.ts";
import { StreamingMarkdown } from "./markdown/streaming-markdown.ts";
import { workingLine, type Spinner } from "./working-line.ts";

export interface TranscriptOptions {
  readonly style: Style;
  /** Shows what the model thinks, instead of how long. @default false */
  readonly showReasoning?: boolean | undefined;
  /** `strip`: without colours. `raw`: answers as they were written. @default "render" */
  readonly answers?: "render" | "strip" | "raw" | undefined;
  /** What draws them, where it has been loaded; else it is, once it is needed. */
  readonly markdown?: Markdown | undefined;
  /** Whether the terminal makes links of OSC 8. @default false */
  readonly links?: boolean | undefined;
  /** Called when what is drawn is another now, though no event came. */
  readonly changed?: (() => void) | undefined;
  readonly spinner?: Spinner | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** An answer or a thought under way. */
interface TextBlock extends Block {
  push(text: string): void;
  end(): void;
}

/** What stands together without an empty line between. */
type Kind = "person" | "answer" | "call" | "remark";

const keptFolded = 100;

/** Calls that have no line: the list stands below, and a question with its answer above. */
const shownElsewhere: ReadonlySet<string> = new Set(["todo", "clarify"]);

/** A conversation as blocks: events in, lines out. The first block that is not finished holds back those behind it. */
export class Transcript implements EventRenderer {
  readonly #options: TranscriptOptions;
  /** Shows what the model thinks from now on, instead of how long. */
  showReasoning: boolean;
  readonly #style: Style;
  readonly #now: () => number;
  #blocks: Block[] = [];
  #markdown: Markdown | undefined;
  #lastKind: Kind | undefined;
  readonly #folded: Block[] = [];
  /** How many of the folded ones, from the newest on, were unfolded since something was added. */
  #unfolded = 0;
  #answer: TextBlock | undefined;
  #thought: TextBlock | undefined;
  #retries: LineBlock | undefined;
  readonly #calls = new Map<string, CallBlock>();
  readonly #late = new Set<LineBlock>();
  #todos: readonly TodoItem[] | undefined;
  #turnSince: number | undefined;
  #work: string | undefined;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.showReasoning = options.showReasoning === true;
    this.#style = options.style;
    this.#now = options.now ?? Date.now;
    this.#markdown = options.markdown;
  }

  /** Whether something goes on: times on the screen go on too. */
  get busy(): boolean {
    return this.#turnSince !== undefined;
  }

  /** After `close`: waits until all can settle, because what draws answers may still be loading. */
  async ready(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- every block loads it by itself
    while (this.#blocks.some((block) => !block.done)) await loadMarkdown();
  }

  /** Lines that do not change any more, each given once. */
  settle(columns: number): readonly string[] {
    const lines: string[] = [];
    for (;;) {
      const [first] = this.#blocks;
      if (first === undefined) return lines;
      lines.push(...first.settle(columns));
      if (!first.done) return lines;
      this.#blocks.shift();
    }
  }

  /** What stands below those: the last `rows` lines of it. @param asking While a question is open nothing is said to work. */
  live(columns: number, rows: number, asking = false): readonly string[] {
    const lines = this.#blocks.flatMap((block) => block.live(columns));
    if (this.#todos !== undefined) lines.push(...todoLines(this.#todos, { columns, style: this.#style }));
    if (this.#turnSince !== undefined && !asking) lines.push(this.#workingLine(columns, this.#turnSince));
    return rows < 1 ? [] : lines.slice(-rows);
  }

  /** Ctrl-O: the newest folded thing in full, then the one before; undefined when there is none left. */
  unfold(columns: number): readonly string[] | undefined {
    const block = this.#folded.at(-1 - this.#unfolded);
    if (block === undefined) {
      this.#unfolded = 0;
      return undefined;
    }
    this.#unfolded++;
    return block.whole?.(columns);
  }

  /** What the person sent; meanwhile, it stands beneath the answer that still comes. `aside`: what becomes of it. */
  said(text: string, aside?: string): void {
    this.#add("person", personBlock(text, { style: this.#style, aside }));
  }

  /** A command of the person's own, to which its output is given. */
  ownCommand(command: string): OwnCommandBlock {
    const block = new OwnCommandBlock(command, this.#style);
    this.#add("person", block);
    return block;
  }

  remark(text: string): void {
    this.#dim(`— ${oneLine(text)} —`);
  }

  /** Lines of somebody else, such as the answer of a command; they are made to fit. */
  note(lines: readonly string[]): void {
    this.#fixed((columns) => lines.flatMap((line) => wrap(line, { columns })));
  }

  /** A remark that is not known yet; where it can't be, its line stays empty. */
  later(text: Promise<string>): void {
    const block = new LineBlock(this.#style);
    this.#late.add(block);
    this.#add("remark", block);
    const end = (): void => {
      block.end();
      this.#late.delete(block);
      this.#options.changed?.();
    };
    text.then((known) => block.update(oneLine(known))).then(end, end);
  }

  scriptCall(call: InnerCall): void {
    const running = [...this.#calls.values()].at(-1);
    running?.scriptCall(call);
  }

  warning(message: string): void {
    this.#dim(`hermes: ${oneLine(message)}`);
  }

  failure(failure: Failure): void {
    this.#endAll("no result");
    this.#fixed((columns) => wrap(formatFailure(failure), { columns }).map(this.#style.red));
  }

  close(): void {
    for (const each of this.#late) each.end();
    this.#endAll("no result");
  }

  /** Nothing runs any more, however it ended. */
  rest(): void {
    if (this.#turnSince !== undefined) this.#endAll("no result");
  }

  event(event: AgentEvent): void {
    switch (event.type) {
      case "turn-start":
        this.#turnSince = this.#now();
        return undefined;
      case "request-start":
        this.#turnSince ??= this.#now();
        this.#work = undefined;
        return undefined;
      case "reasoning-delta":
        return this.#think(event.text);
      case "text-delta":
        return this.#say(event.text);
      case "text-restart":
        this.#endTexts();
        return this.remark(restartText(event));
      case "request-end":
        return this.#endTexts();
      case "retry":
        return this.#retry(retryText(event));
      case "switch":
        return this.#dim(switchLine(event));
      case "tool-call-start":
        this.#endTexts();
        this.#calls.set(event.callId, new CallBlock(event, { style: this.#style, now: this.#now }));
        if (!shownElsewhere.has(event.name)) this.#showCall(event.callId);
        return undefined;
      case "tool-call-progress":
        return this.#calls.get(event.callId)?.progress(event);
      case "approval-request":
        return this.#calls.get(event.request.callId)?.ask();
      case "approval-end":
        return this.#calls.get(event.callId)?.answer();
      case "tool-call-end":
        return this.#finishCall(event);
      case "compression-start":
        this.#turnSince ??= this.#now();
        this.#work = "condensing older messages";
        return undefined;
      case "compression":
        this.#work = undefined;
        this.remark(compressionText(event));
        for (const entry of event.saved ?? []) this.#dim(rememberedText(entry));
        return undefined;
      case "warning":
        return this.remark(event.message);
      case "unsupported":
        return this.remark(unsupportedText(event));
      case "mention":
        return this.remark(event.line);
      case "notice":
        return this.remark(noticeText(event.text));
      case "turn-end":
        return this.#finishTurn(event);
      case "message":
      case "tool-call-delta":
      case "output-delta":
      case "head-changed":
        return undefined;
    }
  }

  #say(text: string): void {
    // What is blank before the first word is no answer.
    if (this.#answer === undefined && text.trim() === "") return;
    this.#endThought();
    this.#endRetries();
    if (this.#answer === undefined) {
      this.#answer = this.#newAnswer();
      this.#add("answer", this.#answer);
      this.#answer.push(text.replace(/^(?:[^\S\n]*\n)+/, ""));
    } else this.#answer.push(text);
  }

  #newAnswer(): TextBlock {
    const { answers = "render", links, changed } = this.#options;
    if (answers === "raw") return new PlainAnswer();
    const style = answers === "strip" ? createStyle(false) : this.#style;
    // Answers after the first one are drawn at once.
    const loaded = (markdown: Markdown): void => {
      this.#markdown = markdown;
      changed?.();
    };
    return new StreamingMarkdown({ style, markdown: this.#markdown, links, changed: loaded });
  }

  #think(text: string): void {
    if (this.#thought === undefined && text.trim() === "") return;
    this.#endAnswer();
    this.#endRetries();
    if (this.#thought === undefined) {
      this.#thought = this.showReasoning
        ? new PlainAnswer(this.#style.dim)
        : new ThoughtBlock({ style: this.#style, now: this.#now });
      this.#add(this.showReasoning ? "answer" : "call", this.#thought);
    }
    this.#thought.push(text);
  }

  #retry(text: string): void {
    this.#endThought();
    this.#endAnswer();
    if (this.#retries === undefined) {
      this.#retries = new LineBlock(this.#style);
      this.#add("remark", this.#retries);
    }
    this.#retries.update(`— ${text} —`);
  }

  #showCall(callId: string): void {
    const block = this.#calls.get(callId);
    if (block !== undefined) this.#add("call", block);
  }

  #finishCall(event: ToolCallEnd): void {
    const block = this.#calls.get(event.callId);
    if (block === undefined) return;
    const todos = event.name === "todo" ? todosOf(event.content) : undefined;
    block.end(event);
    if (todos !== undefined) this.#todos = todos;
    // One that failed is a call like others.
    else if (shownElsewhere.has(event.name) && event.isError) this.#showCall(event.callId);
    this.#calls.delete(event.callId);
  }

  #finishTurn({ reason, error, awaiting = [], unfinished }: TurnEnd): void {
    this.#endAll(reason === "awaiting-approval" ? "waits for permission" : "no result");
    const ending = turnEndText({ reason, error, awaiting });
    if (error)
      this.#fixed((columns) => wrap(formatFailure(failureOf(error)), { columns }).map(this.#style.red));
    else if (ending !== undefined) this.remark(ending);
    for (const line of unfinishedTexts(unfinished)) this.#dim(line);
    for (const id of awaiting) this.#dim(`hermes approvals show ${id}; hermes approvals answer ${id} yes|no`);
  }

  /** Nothing more comes of what is under way. */
  #endAll(callsAre: string): void {
    this.#endTexts();
    for (const call of this.#calls.values()) call.leave(callsAre);
    this.#calls.clear();
    const todos = this.#todos ?? [];
    this.#todos = undefined;
    if (todos.length > 0) this.#fixed((columns) => todoLines(todos, { columns, style: this.#style }), "call");
    this.#turnSince = undefined;
    this.#work = undefined;
  }

  #endTexts(): void {
    this.#endThought();
    this.#endAnswer();
    this.#endRetries();
  }

  #endAnswer(): void {
    this.#answer?.end();
    this.#answer = undefined;
  }

  #endThought(): void {
    this.#thought?.end();
    this.#thought = undefined;
  }

  #endRetries(): void {
    this.#retries?.end();
    this.#retries = undefined;
  }

  #dim(text: string): void {
    this.#fixed((columns) => wrap(text, { columns }).map(this.#style.dim));
  }

  /** Beneath an answer that still comes, which it does not break. */
  #fixed(lines: LinesAt, kind: Kind = "remark"): void {
    this.#add(kind, new FixedBlock(lines));
  }

  #add(kind: Kind, block: Block): void {
    const last = this.#lastKind;
    this.#lastKind = kind;
    const apart = (each: Kind): boolean => each === "person" || each === "answer";
    if (last !== undefined && (apart(last) || apart(kind))) this.#blocks.push(new FixedBlock(() => [""]));
    this.#blocks.push(block);
    if (block.whole === undefined) return;
    this.#folded.push(block);
    if (this.#folded.length > keptFolded) this.#folded.shift();
    this.#unfolded = 0;
  }

  #workingLine(columns: number, since: number): string {
    const { spinner } = this.#options;
    const elapsedMs = this.#now() - since;
    return workingLine({ spinner, elapsedMs, what: this.#work }, { columns, style: this.#style });
  }
}
