import { HermesError, isGone, noUsage } from "@hermes/agent-loop";
import type { Agent, AgentEvent, ApprovalLog, SessionJournal, StoredSession } from "@hermes/agent-loop";
import { advance, formatCursor, parseCursor } from "./cursor.ts";
import type { Position } from "./cursor.ts";
import {
  eventsOfLastCalls,
  isWhole,
  newestAnswer,
  openApprovals,
  placeIn,
  storedEnd,
  storedEvents,
} from "./stored-events.ts";
import type { Approval } from "./stored-events.ts";
import { pause } from "@hermes/registry/pause";
import { report } from "./report.ts";
import { TurnLog } from "./turn-log.ts";

export interface SessionStreamsOptions {
  /** The one that the agents write. */
  readonly journal: SessionJournal;
  /** The one that the agents have; questions that are open are told again. */
  readonly approvals?: ApprovalLog | undefined;
  /** How often the journal is read while another process runs the turn. @default 250 */
  readonly pollMs?: number | undefined;
  /** Events of a turn that are kept in memory; a reader further behind gets the messages from the journal. @default 20_000 */
  readonly maxEvents?: number | undefined;
  /** Told of what a turn fails with: the `error` of its end, or what was thrown, as by a journal that can't be written. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface FollowOptions {
  /** Of the last event that the reader has. @default the beginning of the newest answer */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An event, and what a reader that has it passes to go on behind it. */
export interface FollowedEvent {
  readonly cursor: string;
  readonly event: AgentEvent;
}

export interface StartOptions {
  /** Whether it waits for turns of the session that this process runs. Those that wait begin in the order in which they came. */
  readonly wait?: boolean | undefined;
}

export interface StartedTurn {
  /** Passed to `follow`, it gives the turn from its first event. */
  readonly cursor: string;
}

interface RunningTurn {
  readonly agent: Agent;
  readonly log: TurnLog;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** How long events of a turn that is over are kept, for a reader that comes back. */
const keepEndedMs = 60_000;

/** The turns of a process, and what readers of any process get of a session. */
export interface SessionStreams {
  /**
   * Runs a turn to its end, whoever reads it. Resolves with its first event.
   *
   * @param run Calls `agent.run` or `agent.continue`.
   * @throws {HermesError} `SESSION_BUSY` where this process runs a turn of the session; what the agent throws before its first event.
   */
  start(
    agent: Agent,
    run: (signal: AbortSignal) => AsyncIterable<AgentEvent>,
    options?: StartOptions,
  ): Promise<StartedTurn>;
  /**
   * What comes behind a cursor, up to the end of the turn: from memory where this process runs it, else from the journal, also while
   * another process writes that. Words come once. What the journal does not hold (retries, progress, notices) comes from memory
   * alone; start and end of the last call may come again. An end that the journal tells has no usage.
   *
   * @throws {HermesError} `UI_BAD_CURSOR`; `SESSION_NOT_FOUND`; what the journal throws.
   * @throws the reason of `signal`.
   */
  follow(sessionId: string, options?: FollowOptions): AsyncGenerator<FollowedEvent, undefined>;
  /** The agent of a turn that this process runs. */
  running(sessionId: string): Agent | undefined;
  /** Whether a turn is under way, here or in another process. */
  isRunning(sessionId: string): Promise<boolean>;
  /** Interrupts a turn that this process runs. @returns Whether there was one. */
  stop(sessionId: string): boolean;
  /** Resolves once this process runs no turn of the session. */
  idle(sessionId: string): Promise<void>;
}

export function createSessionStreams(options: SessionStreamsOptions): SessionStreams {
  return new Streams(options);
}

class Streams implements SessionStreams {
  readonly #options: SessionStreamsOptions;
  readonly #now: () => number;
  readonly #starting = new Map<string, Promise<void>>();
  readonly #running = new Map<string, RunningTurn>();
  readonly #ended = new Map<string, { readonly log: TurnLog; readonly at: number }>();

  constructor(options: SessionStreamsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async start(
    agent: Agent,
    run: (signal: AbortSignal) => AsyncIterable<AgentEvent>,
    { wait = false }: StartOptions = {},
  ): Promise<StartedTurn> {
    const { sessionId } = agent;
    // Of several that wait, the one that finds it free takes it before the others look.
    while (this.#starting.has(sessionId) || this.#running.has(sessionId)) {
      if (!wait) throw busyHere(sessionId);
      // oxlint-disable-next-line no-await-in-loop -- another one may have begun meanwhile
      await (this.#starting.get(sessionId) ?? this.idle(sessionId));
    }
    const begun = Promise.withResolvers<void>();
    this.#starting.set(sessionId, begun.promise);
    const controller = new AbortController();
    try {
      const events = run(controller.signal)[Symbol.asyncIterator]();
      const log = new TurnLog(agent, this.#options.maxEvents ?? 20_000);
      const first = await events.next();
      if (first.done !== true) this.#log(first.value, log);
      const cursor = formatCursor({ position: log.start, place: { turn: log.id, index: 0 } });
      this.#forgetEnded(sessionId);
      const ended = this.#keep(events, log).then(() => {
        this.#running.delete(sessionId);
        this.#ended.set(sessionId, { log, at: this.#now() });
        log.end();
      });
      this.#running.set(sessionId, { agent, log, controller, ended });
      return { cursor };
    } finally {
      this.#starting.delete(sessionId);
      begun.resolve();
    }
  }

  running(sessionId: string): Agent | undefined {
    return this.#running.get(sessionId)?.agent;
  }

  stop(sessionId: string): boolean {
    const turn = this.#running.get(sessionId);
    turn?.controller.abort(new DOMException("The turn was stopped.", "AbortError"));
    return turn !== undefined;
  }

  async idle(sessionId: string): Promise<void> {
    await this.#running.get(sessionId)?.ended;
  }

  async isRunning(sessionId: string): Promise<boolean> {
    if (this.#running.has(sessionId)) return true;
    if (!(await this.#isHeld(sessionId))) return false;
    const stored = await this.#options.journal.load(sessionId);
    return stored !== undefined && !isWhole(stored);
  }

  async *follow(
    sessionId: string,
    { cursor, signal }: FollowOptions = {},
  ): AsyncGenerator<FollowedEvent, undefined> {
    const from = cursor === undefined ? undefined : parseCursor(cursor);
    const reader = new Reader(from?.position);
    const before = from?.place;
    const log = this.#running.get(sessionId)?.log ?? this.#ended.get(sessionId)?.log;
    if (before !== undefined && log?.id === before.turn && log.has(before.index)) {
      reader.at = from?.position;
      if (yield* reader.readLog(log, before.index, signal)) return undefined;
    }
    for (;;) {
      signal?.throwIfAborted();
      const turn = this.#running.get(sessionId);
      const isOver = yield* turn === undefined
        ? this.#fromJournal(sessionId, reader, signal)
        : this.#fromTurn(sessionId, turn.log, reader, signal);
      if (isOver) return undefined;
    }
  }

  /** @returns Whether the turn is over; otherwise the reader has fallen behind what is kept. */
  async *#fromTurn(
    sessionId: string,
    log: TurnLog,
    reader: Reader,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FollowedEvent, boolean> {
    // Asked first: what is before it is in the journal then.
    const { start } = log;
    const { stored, approvals } = await this.#load(sessionId);
    const position = yield* reader.enter(stored);
    if (position.message < start.message) {
      const messages = stored.messages.slice(0, start.message);
      yield* reader.tell(eventsOfLastCalls(messages, position, approvals));
      yield* reader.tell(storedEvents({ messages }, position, approvals));
      reader.at = start;
    }
    if (log.start !== start) return false;
    const { events, next } = log.enter(reader.at ?? start);
    yield* reader.tell(events);
    return yield* reader.readLog(log, next, signal);
  }

  /** @returns Whether the turn is over; otherwise this process runs it now. */
  async *#fromJournal(
    sessionId: string,
    reader: Reader,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FollowedEvent, boolean> {
    const asked = new Set<string>();
    for (let isFirst = true; !this.#running.has(sessionId); isFirst = false) {
      // Asked first: what is written before the end is then read in any case.
      const isHeld = await this.#isHeld(sessionId);
      const { stored, approvals } = await this.#load(sessionId);
      const position = yield* reader.enter(stored);
      if (isFirst) yield* reader.tell(eventsOfLastCalls(stored.messages, position, approvals));
      yield* reader.tell(storedEvents(stored, position, approvals));
      for (const { id, request } of openApprovals(stored.messages, approvals)) {
        if (!asked.has(id)) yield* reader.tell([{ type: "approval-request", request }]);
        asked.add(id);
      }
      if (!isHeld || isWhole(stored)) {
        yield* reader.tell([storedEnd(stored, approvals)]);
        return true;
      }
      await pause(this.#options.pollMs ?? 250, signal);
    }
    return false;
  }

  async #load(
    sessionId: string,
  ): Promise<{ readonly stored: StoredSession; readonly approvals: ReadonlyMap<string, Approval> }> {
    const { journal, approvals: log } = this.#options;
    const stored = await journal.load(sessionId);
    if (stored === undefined) throw sessionNotFound(sessionId);
    const approvals = (await log?.list({ sessionId })) ?? [];
    return { stored, approvals: new Map(approvals.map((each) => [each.request.callId, each])) };
  }

  async #isHeld(sessionId: string): Promise<boolean> {
    const lease = await this.#options.journal.leases?.holder?.(sessionId);
    return lease !== undefined && this.#now() < lease.expiresAt && !isGone(lease.owner);
  }

  /** Never rejects. */
  async #keep(events: AsyncIterator<AgentEvent>, log: TurnLog): Promise<void> {
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next())
        this.#log(next.value, log);
    } catch (error) {
      report(this.#options.onError, error);
      const text = HermesError.is(error) ? error : { code: "UI_TURN_FAILED", message: "The turn failed." };
      const { code, message } = text;
      log.add({
        type: "turn-end",
        reason: "model-error",
        text: "",
        rounds: 0,
        usage: noUsage,
        error: { code, message },
      });
    }
  }

  #log(event: AgentEvent, log: TurnLog): void {
    log.add(event);
    if (event.type === "turn-end" && event.error !== undefined) report(this.#options.onError, event.error);
  }

  #forgetEnded(sessionId: string): void {
    const since = this.#now() - keepEndedMs;
    for (const [id, { at }] of this.#ended) if (id === sessionId || at < since) this.#ended.delete(id);
  }
}

/** One reader, and how far it has come. */
class Reader {
  at: Position | undefined;

  constructor(at: Position | undefined) {
    this.at = at;
  }

  /** Finds its place in a history, at the beginning of the newest answer where it has none. */
  *enter({ messages }: StoredSession): Generator<FollowedEvent, Position> {
    const { at } = this;
    const place = at && placeIn(messages, at);
    this.at = place ?? newestAnswer(messages);
    if (at !== undefined && place === undefined) yield* this.tell([historyChanged]);
    return this.at;
  }

  *tell(events: Iterable<AgentEvent>): Generator<FollowedEvent> {
    for (const event of events) {
      // `enter` comes before anything is told.
      if (this.at === undefined) throw new TypeError("A reader without a place was told something.");
      this.at = advance(this.at, event);
      yield { cursor: formatCursor({ position: this.at }), event };
    }
  }

  /** @returns Whether the turn is over; otherwise what comes next is not kept any more. */
  async *readLog(
    log: TurnLog,
    from: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FollowedEvent, boolean> {
    let index = from;
    while (log.has(index)) {
      const logged = log.at(index);
      if (logged === undefined) {
        if (log.isEnded) return true;
        await log.changed(signal);
        continue;
      }
      index++;
      this.at = logged.position;
      const cursor = formatCursor({ position: logged.position, place: { turn: log.id, index } });
      yield { cursor, event: logged.event };
    }
    return false;
  }
}

const historyChanged: AgentEvent = {
  type: "warning",
  code: "UI_HISTORY_CHANGED",
  message:
    "What was shown last is not in the history any more: the newest answer is told from its beginning.",
};

function busyHere(sessionId: string): HermesError {
  return new HermesError(`A turn of the session "${sessionId}" is running.`, {
    code: "SESSION_BUSY",
    hint: "Wait for its end, steer it, or stop it.",
  });
}

function sessionNotFound(sessionId: string): HermesError {
  return new HermesError(`No session "${sessionId}".`, {
    code: "SESSION_NOT_FOUND",
    hint: "It begins with its first message.",
  });
}
