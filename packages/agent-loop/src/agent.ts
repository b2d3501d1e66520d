import type { Message, ToolCallPart, Usage } from "@hermes/models";
import type { DataOf, DataSchema, Provenance, Tool, Transcript } from "@hermes/registry";
import type { Notice, NoticeListener } from "./journal/session-notices.ts";
import type { ContinueOptions, OpenOptions, RunOptions, SteerOptions } from "./run-options.ts";
import { closedError } from "./agent-errors.ts";
import type { AgentEvent } from "./agent-event.ts";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import { checkAgentOptions, checkSignal } from "./check-options.ts";
import type { KnownCall } from "./compressor.ts";
import { HookRunner } from "./hooks/hook-runner.ts";
import { settingsOf } from "./loop-settings.ts";
import type { LoopSettings } from "./loop-settings.ts";
import { memoryJournal } from "./journal/memory-journal.ts";
import type { SessionHead, SessionJournal } from "./journal/session-journal.ts";
import { createSessionId } from "./session/create-session-id.ts";
import { contextUsage } from "./session/context-usage.ts";
import type { ContextUsage } from "./session/context-usage.ts";
import { beginningOf } from "./session/beginning.ts";
import { createHead } from "./session/create-head.ts";
import type { NewHead } from "./session/create-head.ts";
import { openSession } from "./session/open-session.ts";
import { transcriptOf } from "./session/transcript-of.ts";
import { HeldLease } from "./session/held-lease.ts";
import type { OpenedSession } from "./session/open-session.ts";
import { knownCall } from "./tools/known-call.ts";
import { RunningWork } from "./turn/running-work.ts";
import { toUserMessage } from "./turn/turn-input.ts";
import type { AgentInput } from "./turn/turn-input.ts";
import { finalAnswerOf } from "./turn/final-text.ts";
import { AskedTurns } from "./turn/turn-asks.ts";
import { Steering } from "./turn/steering.ts";
import { Turns } from "./turn/turns.ts";
import type { WantedTurn } from "./turn/turns.ts";

/** How a session was found when it was opened. */
export type SessionOpening = Pick<OpenedSession, "resumed" | "repairs" | "unknownOutcomes" | "headChanged">;

/**
 * One session with one model and its tools. Runs one turn at a time. What the tools and the schema of `output` are is known to the
 * compiler, which types the events with it.
 */
export class Agent<OneTool extends Tool = Tool, Output extends DataSchema | undefined = undefined> {
  readonly sessionId: string;
  readonly #options: AgentOptions;
  #settings: LoopSettings;
  readonly #journal: SessionJournal;
  readonly #now: () => number;
  readonly #hold: HeldLease;
  readonly #hooks: HookRunner | undefined;
  readonly #steering = new Steering();
  readonly #asked: AskedTurns;
  readonly #beginning: readonly Message[];
  #opened: OpenedSession | undefined;
  /** Of a session that is new; what was shown of it is what is sent. */
  #newHead: Promise<NewHead> | undefined;
  #opening: Promise<OpenedSession> | undefined;
  #messages: readonly Message[] = [];
  #provenance: readonly Provenance[] = [];
  /** Whether the session stays held between turns. */
  #keepsHold: boolean;
  readonly #work: RunningWork;
  readonly #turns: Turns;

  /** @throws {HermesError} `AGENT_OPTION_INVALID`, with the option and what to do about it. */
  constructor(options: AgentOptions<OneTool, Output>) {
    checkAgentOptions(options);
    // What a turn is asked for is read by `#asked` alone.
    this.#options = options as AgentOptions;
    this.#asked = new AskedTurns(options);
    this.#journal = options.journal ?? memoryJournal();
    this.#now = options.now ?? Date.now;
    this.sessionId = options.sessionId ?? options.createId?.() ?? createSessionId(this.#now());
    this.#settings = settingsOf(this.#options, this.sessionId);
    this.#beginning = beginningOf(options.messages, this.#settings);
    this.#keepsHold = options.exclusive ?? false;
    this.#hold = new HeldLease({
      leases: this.#journal.leases,
      sessionId: this.sessionId,
      now: this.#now,
      onLost: () => this.#work.abort(new Error("Another writer has taken the session.")),
    });
    this.#work = new RunningWork({
      onStart: () => void this.#steering.take(),
      onEnd: async (outcome) => {
        if (outcome === "failed") this.#forget();
        if (!this.#keepsHold) await this.#hold.release();
      },
    });
    const { hooks = [] } = options;
    this.#hooks = hooks.length === 0 ? undefined : new HookRunner({ hooks, sessionId: this.sessionId });
    this.#turns = new Turns({
      settings: () => this.#settings,
      open: () => this.#open(),
      ...{ asked: this.#asked, steering: this.#steering, hooks: this.#hooks },
      ...{ notices: this.#journal.notices, guardrails: options.guardrails },
    });
  }

  /** The history, oldest first; the live array, which grows while a turn runs. Empty before the session is open. */
  get messages(): readonly Message[] {
    return this.#opened?.session.history ?? this.#messages;
  }

  /** What every request begins with; undefined before the session is open. Only a compression, or an epoch, brings another one. */
  get head(): SessionHead | undefined {
    return this.#opened?.session.head;
  }

  /** Names of the tools that it can call, those behind a search included; undefined before the session is open. */
  get offered(): ReadonlySet<string> | undefined {
    return this.#opened?.session.offered;
  }

  /** Untrusted sources of all that a request carries, and of all that this agent says. */
  get provenance(): readonly Provenance[] {
    return this.#opened?.session.provenance ?? this.#provenance;
  }

  /** What was said, told apart by who it is from; of an agent that works for another one, to that one as well. */
  get transcript(): Transcript {
    return this.#opened?.session.transcript ?? transcriptOf(this.#messages);
  }

  /** Calls that wait for an approval: `continue()` goes on with them, and `run()` answers them as not run. */
  get openCalls(): readonly ToolCallPart[] {
    return this.#work.running ? [] : (this.#opened?.session.openCalls().open ?? []);
  }

  /**
   * What the next request is made of, also while a turn runs. Of a session that was not opened yet: what it would begin with, or what
   * the journal has of it. Writes nothing.
   *
   * @throws what the journal throws.
   */
  async context(): Promise<ContextUsage> {
    const { model, registry, compressor } = this.#settings;
    const session = this.#opened?.session;
    const stored = session === undefined ? await this.#journal.load(this.sessionId) : undefined;
    return contextUsage({
      model,
      head: session?.head ?? stored?.head ?? (await this.#createHead()).head,
      messages: session?.history ?? stored?.messages ?? this.#beginning,
      contextTokens: session?.contextTokens ?? stored?.contextTokens,
      condenseAt: await compressor?.limit?.(model),
      toolsetOf: (tool) => registry.get(tool)?.toolset,
    });
  }

  /** What a call of the history does, as its tool says it; undefined: it is none of a tool that is known, or not as that takes it. */
  describe(call: ToolCallPart): KnownCall | undefined {
    return knownCall(this.#settings.registry, this.#opened?.session.waiting, call);
  }

  /**
   * Another model, another effort, from the next turn on: one that runs goes on with what it began with. The history, the prompt and
   * the tools stay; a history that outgrows the window of the new model is condensed before it is sent.
   */
  use({ model = this.#settings.model, ...effort }: AgentModel): void {
    this.#settings = { ...this.#settings, model, ...effort };
  }

  /** What the next turn asks, and how hard it thinks. */
  get model(): Required<AgentModel> {
    const { model, reasoningEffort } = this.#settings;
    return { model, reasoningEffort };
  }

  /** Of all turns that this object has run, without that of children. */
  get usage(): Usage {
    return this.#turns.usage;
  }

  /** Of the sessions that worked for it, as far as these turns told of their ends. */
  get childUsage(): Usage {
    return this.#turns.childUsage;
  }

  /** Steering text that found no tool result to ride on before its turn ended. Forgotten when the next turn starts. */
  get pendingSteer(): string | undefined {
    return this.#work.running ? undefined : this.#steering.pending;
  }

  /**
   * Reads the session from the journal, or starts it there, and holds it until `close()`: no other writer gets in
   * between. `run` reads it by itself, and holds it for its turn.
   *
   * @throws {SessionBusyError} `SESSION_BUSY` when another writer holds it.
   * @throws {HermesError} `AGENT_CLOSED` after `close()`.
   * @throws what the journal throws.
   */
  async open({ takeOver }: OpenOptions = {}): Promise<SessionOpening> {
    this.#mustBeOpen();
    const opened = await this.#open(takeOver);
    this.#keepsHold = true;
    // Closed while it was read: nobody would let go of it later.
    if (this.#work.closed) await this.#hold.release();
    this.#mustBeOpen();
    return opened;
  }

  /**
   * Runs one turn. Calls that wait for an approval are answered as not run first. The turn starts when the first event is asked for;
   * leaving the loop early interrupts it, and waits until the history is valid again.
   *
   * @throws {HermesError} `AGENT_MESSAGES_INVALID` for words of another form, `AGENT_OPTION_INVALID` for a `signal` that is none.
   * @throws {HermesError} from the iterator: `AGENT_OPTION_INVALID` for another option, `AGENT_BUSY` while another turn runs, `AGENT_CLOSED` after `close()`,
   * `SESSION_BUSY` while another writer holds the session, `SESSION_LEASE_LOST` when one took it over in the turn.
   * @throws what the journal throws. What a model throws is the `error` of the turn's end.
   */
  run<Wanted extends DataSchema | undefined = Output>(
    input: AgentInput,
    options: RunOptions<Wanted> = {},
  ): AsyncIterableIterator<AgentEvent<OneTool, DataOf<Wanted>>, undefined> {
    const message = toUserMessage(input);
    return this.#events(options, { ...options, message });
  }

  /**
   * Goes on where the last turn stopped (a question that is answered now, an interrupt, an error of the model, the death
   * of the process), without a new message of the user. Calls that wait for an approval are run where the answer is yes;
   * about one that is still open the approver is asked, and without an answer the turn ends as `awaiting-approval` again.
   * Otherwise like `run`.
   */
  continue<Wanted extends DataSchema | undefined = Output>(
    options: ContinueOptions<Wanted> = {},
  ): AsyncIterableIterator<AgentEvent<OneTool, DataOf<Wanted>>, undefined> {
    return this.#events(options, options);
  }

  /** What happened beside the session and is not told yet, oldest first. */
  async waitingNotices(): Promise<readonly Notice[]> {
    return (await this.#journal.notices?.waiting(this.sessionId)) ?? [];
  }

  /**
   * Tells people of what happens beside the session as soon as this process records it; the model is told of it at the next boundary
   * in any case.
   *
   * @returns What ends it.
   */
  watchNotices(listener: NoticeListener): () => void {
    return this.#journal.notices?.watch?.(this.sessionId, listener) ?? (() => undefined);
  }

  /**
   * Shortens the history now, between two turns. Its events are `compression-start`, warnings, and `compression` where it was
   * shortened; an abort leaves it as it is.
   *
   * @throws {HermesError} from the iterator, as `run` does; `AGENT_NO_COMPRESSOR` without the option `compressor`.
   */
  compress(
    options: Pick<RunOptions, "signal"> & { readonly focus?: string | undefined } = {},
  ): AsyncIterableIterator<AgentEvent, undefined> {
    return this.#work.events(
      (events, signal) => this.#turns.compress(options.focus, { events, signal }),
      options.signal,
    );
  }

  /**
   * Runs one turn and gives its final text, or its data where `output` asks for them.
   *
   * @throws {HermesError} with the code of the turn's error when there is no answer to give; `OUTPUT_MISSING` where data were asked
   * for, and the turn ended without them and without an error.
   * @throws the reason of `signal`, when aborted; `AGENT_CLOSED` when `close()` interrupted it.
   */
  async chat<Wanted extends DataSchema | undefined = Output>(
    input: AgentInput,
    options: RunOptions<Wanted> = {},
  ): Promise<Wanted extends DataSchema ? DataOf<Wanted> : string> {
    const isData = this.#asked.forData(options);
    const answer = await finalAnswerOf(this.run(input, options), { signal: options.signal, isData });
    // Data have been read by the schema, and without one the answer is a text.
    return answer as Wanted extends DataSchema ? DataOf<Wanted> : string;
  }

  /**
   * Hands the model words of the user while it works, as a note on the next tool result.
   *
   * @returns false when no turn is running: send the text as input instead.
   */
  steer(text: string, { mentions = false, provenance }: SteerOptions = {}): boolean {
    if (!this.#work.running) return false;
    this.#steering.add({ text, mentions, provenance });
    return true;
  }

  /** Interrupts the turn under way and releases what the tools hold for this session. The session stays in the journal. */
  async close(): Promise<void> {
    if (this.#work.closed) return;
    await this.#work.close();
    await this.#hooks?.end(this.head, ({ message }) => this.#options.onWarning?.(message));
    await this.#hold.release();
    await this.#settings.registry.cleanup(this.sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #events<Wanted extends DataSchema | undefined>(
    { signal: outer }: RunOptions<Wanted>,
    turn: WantedTurn,
  ): AsyncIterableIterator<AgentEvent<OneTool, DataOf<Wanted>>, undefined> {
    checkSignal(outer);
    const events = this.#work.events(
      (channel, signal) => this.#turns.take(turn, { events: channel, signal }),
      outer,
    );
    // The tools are those that the agent was made with, and data are read by the schema.
    return events as AsyncIterableIterator<AgentEvent<OneTool, DataOf<Wanted>>, undefined>;
  }

  #mustBeOpen(): void {
    if (this.#work.closed) throw closedError();
  }

  async #open(takeOver?: boolean): Promise<OpenedSession> {
    // Whoever held the session in between may have written to it.
    if ((await this.#hold.take(takeOver)) === "changed") this.#forget();
    this.#opening ??= openSession({
      ...{ id: this.sessionId, journal: this.#journal, hold: this.#hold },
      ...{ settings: this.#settings, now: this.#now, options: this.#options },
      newHead: () => this.#createHead(),
      beginning: this.#beginning,
    });
    try {
      this.#opened = await this.#opening;
      return this.#opened;
    } catch (error) {
      this.#opening = undefined;
      await this.#hold.release();
      throw error;
    }
  }

  async #createHead(): Promise<NewHead> {
    const of = { settings: this.#settings, now: this.#now, options: this.#options, hooks: this.#hooks };
    this.#newHead ??= createHead({ id: this.sessionId, ...of });
    try {
      return await this.#newHead;
    } catch (error) {
      this.#newHead = undefined;
      throw error;
    }
  }

  /** After a fault the journal alone knows the history: the next turn reads it from there. */
  #forget(): void {
    this.#messages = this.messages;
    this.#provenance = this.provenance;
    this.#opened = undefined;
    this.#opening = undefined;
  }
}
