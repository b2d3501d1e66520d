import type { AgentEvent, TurnEnd } from "@hermes/agent-loop";
import type { RunsPort, SessionEvent, StartedRun, StartRun } from "@hermes/api";
import type { RunningTurn } from "@hermes/client/contract";
import { createSessionId } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry";
import type { SessionRecord } from "@hermes/state";
import { createSessionStreams } from "@hermes/ui";
import type { SessionStreams } from "@hermes/ui";
import { lazy } from "../lazy.ts";
import type { Lazy } from "../lazy.ts";
import type { OpenSession } from "../session/opened-session.ts";
import { endAtLength } from "./end-at-length.ts";
import { MergedEvents } from "./merged-events.ts";
import type { RunNews } from "./push/run-news.ts";
import { RunSessions } from "./run-sessions.ts";
import type { RunSessionsOptions } from "./run-sessions.ts";
import { SessionQuestions } from "./session-questions.ts";
import { tellTurnEnd } from "./tell-turn-end.ts";
import { temporaryTag } from "./temporary-sessions.ts";
import { WatchedSessions } from "./watched-sessions.ts";

export interface HomeRunsOptions extends Omit<RunSessionsOptions, "asked" | "closing"> {
  /** How long a question of the agent waits. */
  readonly clarifyTimeoutMs: number;
  /** Told what a person may want to hear of. Must not throw. */
  readonly onNews?: ((news: RunNews) => void) | undefined;
}

/** Turns of the sessions of a home, each in one of its open sessions. Nothing is opened before the first of them. */
export class HomeRuns implements RunsPort, AsyncDisposable {
  readonly #options: HomeRunsOptions;
  readonly #sessions: RunSessions;
  readonly #watched: WatchedSessions;
  readonly #running = new Map<string, { readonly startedAt: number; readonly events: MergedEvents }>();
  readonly #streams: Lazy<SessionStreams>;
  readonly #closing = new AbortController();
  readonly asked: SessionQuestions;

  constructor(options: HomeRunsOptions) {
    this.#options = options;
    const { store, clarifyTimeoutMs, onNews, onError } = options;
    this.#watched = new WatchedSessions(store);
    this.asked = new SessionQuestions({
      tell: (sessionId, event) => this.#running.get(sessionId)?.events.tell(event),
      timeoutMs: clarifyTimeoutMs,
      onNews,
    });
    this.#sessions = new RunSessions({ ...options, asked: this.asked, closing: this.#closing.signal });
    this.#streams = lazy(async () => {
      const { journal, approvals } = await store();
      return createSessionStreams({ journal, approvals, onError });
    });
  }

  async start(run: StartRun): Promise<StartedRun> {
    this.#mustBeOpen(run.signal);
    const [state, streams] = await Promise.all([this.#options.store(), this.#streams()]);
    const id = run.sessionId ?? createSessionId(Date.now());
    const record = state.sessions.get(id);
    if (record !== undefined && !maySpeak(run, record)) throw sessionNotFound(id);
    if (record === undefined && run.input === undefined && (run.history ?? []).length === 0)
      throw nothingToContinue(id);
    const held = await this.#sessions.hold(id, run, record);
    const { session } = held;
    let events: MergedEvents | undefined;
    let goesOn = false;
    let isBegun = false;
    try {
      if (record !== undefined) await this.#sessions.changeModel(session, run.model);
      this.#mustBeOpen(run.signal);
      const turn = (signal: AbortSignal): AsyncIterable<AgentEvent> => {
        // It may have waited for the turns before it.
        this.#mustBeOpen(run.signal);
        goesOn = run.input === undefined || givesResults(session, run);
        const startedAt = Date.now();
        const listener = {
          onEnd: (end: TurnEnd) => this.#tellEnd(session.id, run, { end, startedAt }),
          onOver: (end: TurnEnd) => this.#sayUntaken(session, run, end),
        };
        events = new MergedEvents(tellTurnEnd(eventsOf(session, run, { goesOn, signal }), listener));
        this.#running.set(session.id, { startedAt, events });
        // The log of the turn hands on what it is given, whatever the type.
        return events as AsyncIterable<SessionEvent> as AsyncIterable<AgentEvent>;
      };
      const { cursor } = await streams.start(session.agent, turn, { wait: run.wait });
      isBegun = true;
      // Words that come with results are told beside them.
      if (goesOn && run.input !== undefined) session.agent.steer(textOf(run.input));
      if (run.isTemporary === true) state.sessions.setTags(session.id, [temporaryTag]);
      this.#watched.begun(session.id);
      return { sessionId: session.id, model: session.model.id, cursor };
    } finally {
      const ended = isBegun ? streams.idle(session.id) : Promise.resolve();
      // The tools of a client are those of one request.
      const atOnce = run.isTemporary === true || run.clientTools !== undefined;
      ended
        .then(() => {
          if (this.#running.get(session.id)?.events === events) this.#running.delete(session.id);
          held.release({ atOnce });
        })
        .catch(this.#options.onError);
    }
  }

  async *follow(
    sessionId: string,
    options: { readonly cursor?: string | undefined; readonly signal: AbortSignal },
  ): ReturnType<SessionStreams["follow"]> {
    const streams = await this.#streams();
    return yield* streams.follow(sessionId, options);
  }

  watch(sessionId: string, onBegin: () => void): () => void {
    return this.#watched.watch(sessionId, onBegin);
  }

  running(): readonly RunningTurn[] {
    return [...this.#running].map(([sessionId, { startedAt }]) => ({ sessionId, startedAt }));
  }

  async steer(sessionId: string, text: string): Promise<boolean> {
    const streams = await this.#streams();
    return streams.running(sessionId)?.steer(text) ?? false;
  }

  async stop(sessionId: string): Promise<boolean> {
    const streams = await this.#streams();
    if (!streams.stop(sessionId)) return false;
    await streams.idle(sessionId);
    return true;
  }

  questions: RunsPort["questions"] = () => this.asked.list();

  answer: RunsPort["answer"] = async (id, answer) => await Promise.resolve(this.asked.answer(id, answer));

  /** Closes a session that is open here without a turn, so that it can be deleted. @returns False where one runs. */
  async letGo(sessionId: string): Promise<boolean> {
    return await this.#sessions.letGo(sessionId);
  }

  /** Interrupts what runs, and closes the sessions once that is kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(closed());
    this.#watched.close();
    const streams = await this.#streams.made;
    const turns = [...this.#running.keys()];
    for (const id of turns) streams?.stop(id);
    await Promise.all(turns.map(async (id) => await streams?.idle(id)));
    await this.#sessions.close();
  }

  /** Whoever brought the history of a session waits for its answer already. */
  #tellEnd(
    sessionId: string,
    { isTemporary }: StartRun,
    { end: { reason, text, error }, startedAt }: { readonly end: TurnEnd; readonly startedAt: number },
  ): void {
    if (isTemporary === true) return;
    const tookMs = Date.now() - startedAt;
    this.#options.onNews?.({ type: "ended", sessionId, reason, tookMs, text: error?.message ?? text });
  }

  /** Words that were handed to a turn and found no result of a call to go with are said after it. */
  #sayUntaken(
    { id, agent: { pendingSteer } }: OpenSession,
    { origin, isOwner, isTemporary }: StartRun,
    { reason }: TurnEnd,
  ): void {
    if (pendingSteer === undefined || reason !== "answered" || isTemporary === true) return;
    const input = [{ type: "text", text: pendingSteer }] as const;
    const { signal } = this.#closing;
    this.start({ sessionId: id, input, origin, isOwner, wait: true, signal }).catch(this.#options.onError);
  }

  #mustBeOpen(signal: AbortSignal): void {
    this.#closing.signal.throwIfAborted();
    signal.throwIfAborted();
  }
}

function maySpeak({ isOwner, origin }: StartRun, { platform, userId }: SessionRecord): boolean {
  return isOwner || (platform === "api" && userId === origin.userId);
}

function eventsOf(
  { agent }: OpenSession,
  { input = [], attached, turn = {}, reasoningEffort, maxOutputTokens }: StartRun,
  { goesOn, signal }: { readonly goesOn: boolean; readonly signal: AbortSignal },
): AsyncIterable<AgentEvent> {
  const prepareStep = reasoningEffort === undefined ? undefined : () => ({ reasoningEffort });
  const begun =
    attached === undefined
      ? input
      : { content: input, notes: [attached.note], provenance: [attached.source] };
  const begin = (until: AbortSignal): AsyncIterable<AgentEvent> => {
    const options = { ...turn, prepareStep, signal: until };
    return goesOn ? agent.continue(options) : agent.run(begun, options);
  };
  return maxOutputTokens === undefined ? begin(signal) : endAtLength(begin, signal);
}

/** Whether calls wait for what the client has brought. */
function givesResults({ agent }: OpenSession, { clientTools }: StartRun): boolean {
  const given = new Set(clientTools?.results.map(({ callId }) => callId));
  return agent.openCalls.some(({ id }) => given.has(id));
}

function textOf(input: NonNullable<StartRun["input"]>): string {
  return input.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function sessionNotFound(id: string): HermesError {
  return new HermesError(`There is no session "${id}".`, { code: "SESSION_NOT_FOUND" });
}

function nothingToContinue(id: string): HermesError {
  return new HermesError(`There is nothing to continue in "${id}".`, {
    code: "NOTHING_TO_CONTINUE",
    hint: "Say something in it.",
  });
}

function closed(): HermesError {
  return new HermesError("The server stops.", { code: "API_CLOSED" });
}
