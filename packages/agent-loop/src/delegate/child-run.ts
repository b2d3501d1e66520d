import { addUsage, noUsage } from "@hermes/models";
import type { Message, ToolCallPart, Usage } from "@hermes/models";
import { untrustedSources } from "@hermes/registry";
import type { Provenance, ToolProgress } from "@hermes/registry";
import type { AgentEvent, TurnEnd } from "../agent-event.ts";
import { toolCallsOf } from "../session/message-parts.ts";
import { cut, endOfRun, noticeOf } from "./child-outcome.ts";
import type { ChildStop } from "./child-outcome.ts";
import type { ChildBeginning, ChildRecords, ChildSession, ChildSessions } from "./child-ports.ts";
import type { ChildEnd, ChildRecord } from "./child-record.ts";
import { parseReport, reportToolName } from "./report-tool.ts";
import type { ChildReport } from "./report-tool.ts";
import { usageSince } from "./usage-since.ts";
import { reasonOf } from "../reason-of.ts";

/** What a run begins with: the task, words that come later, or nothing but what it was doing. */
export type ChildInput = "task" | "resume" | ChildWords;

export interface ChildWords {
  readonly text: string;
  /** Untrusted sources of what their author had before it. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

export interface ChildRunOptions {
  /** Recorded already. */
  readonly record: ChildRecord;
  readonly input: ChildInput;
  readonly beginning: ChildBeginning;
  readonly records: Pick<ChildRecords, "finish">;
  readonly sessions: ChildSessions;
  /** Absent: it may take as long as it takes. */
  readonly timeoutMs?: number | undefined;
  readonly now: () => number;
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  readonly onWarning: (message: string) => void;
}

/** What a child is doing. */
export interface ChildActivity {
  readonly id: string;
  readonly goal: string;
  readonly background: boolean;
  /** The tool that it calls, with its detail; absent: the model is asked. */
  readonly doing?: string | undefined;
  readonly rounds: number;
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A line for people comes no more often than that. */
const progressEveryMs = 500;
/** While nothing new happens. */
const quietEveryMs = 5_000;
/** The longest that a timer of Node waits. */
const longestTimerMs = 2 ** 31 - 1;

/** One run of a child in this process, from its session to its terminal state. */
export class ChildRun {
  readonly record: ChildRecord;
  /** Its terminal state is recorded and its session closed. Never rejects. */
  readonly ended: Promise<ChildEnd>;
  readonly #options: ChildRunOptions;
  readonly #stop = new AbortController();
  readonly #inputs: ChildWords[] = [];
  readonly #calls = new Map<string, ToolCallPart>();
  readonly #filesRead = new Set<string>();
  readonly #filesWritten = new Set<string>();
  #session: ChildSession | undefined;
  #stopped: ChildStop | undefined;
  #takesInput = true;
  /** Untrusted sources of the words that it was steered by. */
  #steered: readonly Provenance[] = [];
  #report: ChildReport | undefined;
  #rounds = 0;
  /** Of the turns that ended. */
  #usage: Usage = noUsage;
  #turnUsage: Usage = noUsage;
  #doing: string | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #tellLater: NodeJS.Timeout | undefined;

  constructor(options: ChildRunOptions) {
    this.record = options.record;
    this.#options = options;
    this.ended = this.#work();
  }

  get activity(): ChildActivity {
    const { id, goal, background, startedAt } = this.record;
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = this.#spent;
    const tokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
    const doing = this.#doing === undefined ? {} : { doing: this.#doing };
    return { id, goal, background, ...doing, rounds: this.#rounds, tokens, startedAt };
  }

  /** Ends it; what it did stays. Wait for `ended`. */
  stop(why: ChildStop): void {
    this.#stopped ??= why;
    this.#stop.abort(new DOMException(`The child was ${why}.`, "AbortError"));
  }

  /** @returns False where it is at its end, and takes nothing more. */
  say(words: ChildWords): boolean {
    if (!this.#takesInput || this.#stop.signal.aborted) return false;
    const { text, provenance } = words;
    this.#inputs.push(words);
    // Otherwise it begins a turn of its own.
    if (this.#session?.agent.steer(text, { provenance }) !== true) return true;
    this.#inputs.pop();
    this.#steered = untrustedSources(this.#steered, provenance);
    return true;
  }

  async #work(): Promise<ChildEnd> {
    const { record, beginning, sessions, timeoutMs, now } = this.#options;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => this.stop("timed-out"), Math.min(timeoutMs, longestTimerMs));
    let turn: TurnEnd | undefined;
    let thrown: unknown;
    let before: Usage = noUsage;
    try {
      this.#session = await sessions.open(record, beginning);
      before = (await this.#session.spent?.()) ?? noUsage;
      turn = await this.#turns(this.#session);
    } catch (error) {
      thrown = error ?? new Error("It failed for no reason that was given.");
    }
    this.#takesInput = false;
    clearTimeout(timer);
    clearTimeout(this.#tellLater);
    let usage = this.#spent;
    await this.#quietly("What a child cost is not fully known", async () => {
      const after = await this.#session?.spent?.();
      if (after !== undefined) usage = usageSince(before, after);
    });
    const end = endOfRun(record, {
      ...{ turn, thrown, report: this.#report, stopped: this.#stopped, usage, at: now() },
      ...{ rounds: this.#rounds, filesRead: this.#filesRead, filesWritten: this.#filesWritten },
      provenance: this.#session?.agent.provenance ?? [],
    });
    await this.#quietly("The end of a child was not recorded", () => this.#finish(end));
    await this.#quietly("A child was not closed", async () => {
      await this.#session?.[Symbol.asyncDispose]();
    });
    return end;
  }

  async #finish(end: ChildEnd): Promise<void> {
    const { record, records } = this.#options;
    const isTold = record.background || record.callId !== undefined;
    await records.finish(record, end, isTold ? noticeOf(record, end) : undefined);
  }

  async #quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onWarning(`${what}: ${reasonOf(error)}`);
    }
  }

  /** Turn after turn, while somebody says something. */
  async #turns(session: ChildSession): Promise<TurnEnd | undefined> {
    const { input, beginning, record } = this.#options;
    const { agent } = session;
    const { signal } = this.#stop;
    if (signal.aborted) return undefined;
    const { provenance, isOfPerson: mentions = false } = beginning;
    const task = record.context === undefined ? record.goal : `${record.goal}\n\nContext:\n${record.context}`;
    const isNew = input === "task" || (input === "resume" && agent.messages.length === 0);
    const first = isNew ? { text: task, provenance } : input;
    let end = await this.#turn(
      typeof first === "string"
        ? agent.continue({ signal })
        : agent.run(messageOf(first), { signal, mentions: isNew && mentions }),
    );
    while (end?.reason === "answered") {
      const { pendingSteer } = agent;
      const steered =
        pendingSteer === undefined ? undefined : { text: pendingSteer, provenance: this.#steered };
      const words = steered ?? this.#inputs.shift();
      if (words === undefined) break;
      // oxlint-disable-next-line no-await-in-loop -- one turn after another
      end = await this.#turn(agent.run(messageOf(words), { signal }));
    }
    return end;
  }

  async #turn(events: AsyncIterable<AgentEvent>): Promise<TurnEnd | undefined> {
    let end: TurnEnd | undefined;
    for await (const event of events) {
      if (event.type === "turn-end") end = event;
      this.#observe(event);
    }
    return end;
  }

  get #spent(): Usage {
    return addUsage(this.#usage, this.#turnUsage);
  }

  #observe(event: AgentEvent): void {
    switch (event.type) {
      case "request-start":
        this.#rounds += 1;
        this.#doing = undefined;
        break;
      case "request-end":
        this.#turnUsage = addUsage(this.#turnUsage, event.usage);
        break;
      case "tool-call-start":
        this.#doing = cut([event.name, event.detail ?? ""].join(" "), 60);
        break;
      case "message":
        this.#read(event.message);
        return;
      case "turn-end":
        this.#usage = addUsage(addUsage(this.#usage, event.usage), event.children ?? noUsage);
        this.#turnUsage = noUsage;
        break;
      default:
        return;
    }
    this.#tell();
  }

  /** What its calls did, once they are done. */
  #read(message: Message): void {
    if (message.role === "assistant") for (const call of toolCallsOf(message)) this.#calls.set(call.id, call);
    if (message.role !== "tool") return;
    const call = this.#calls.get(message.callId);
    this.#calls.delete(message.callId);
    if (call === undefined || message.isError === true || message.standsFor !== undefined) return;
    if (call.name === reportToolName) this.#report = parseReport(call) ?? this.#report;
    const argument = this.#session?.agent.describe(call)?.argument;
    if (argument?.kind !== "path") return;
    for (const { path, access } of argument.paths)
      (access === "read" ? this.#filesRead : this.#filesWritten).add(path);
  }

  #tell(): void {
    const { onProgress, now } = this.#options;
    if (onProgress === undefined) return;
    clearTimeout(this.#tellLater);
    const early = this.#toldAt + progressEveryMs - now();
    if (early <= 0) {
      this.#toldAt = now();
      onProgress({ text: activityLine(this.activity, now()), subject: this.record.id });
    }
    // What came too early is told then; while nothing comes, the time.
    this.#tellLater = setTimeout(() => this.#tell(), early > 0 ? early : quietEveryMs);
  }
}

/** One line about a child for people. */
export function activityLine({ goal, doing, rounds, tokens, startedAt }: ChildActivity, now: number): string {
  const seconds = Math.max(0, Math.round((now - startedAt) / 1_000));
  return [
    cut(goal, 40),
    doing ?? "thinks",
    `round ${rounds}`,
    `${tokens.toLocaleString("en-US")} tokens`,
    `${seconds} s`,
  ].join(" · ");
}

function messageOf({ text, provenance = [] }: ChildWords): Parameters<ChildSession["agent"]["run"]>[0] {
  const content = [{ type: "text", text }] as const;
  return provenance.length === 0 ? { content } : { content, provenance };
}
