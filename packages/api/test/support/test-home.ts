import { randomUUID } from "node:crypto";
import { Agent, defineTool, HermesError, z } from "@hermes/agent-loop";
import type { AgentEvent, Clarifier, Model } from "@hermes/agent-loop";
import { createClarifyTool } from "@hermes/agent-loop";
import { ToolRegistry } from "@hermes/registry";
import type { Approval, Approver, Guard, Tool } from "@hermes/registry";
import { askApprover } from "@hermes/registry/approvals";
import type { QuestionInfo, RunningTurn, SessionInfo } from "@hermes/client/contract";
import { openState } from "@hermes/state";
import type { SessionRecord, State } from "@hermes/state";
import { createSessionStreams } from "@hermes/ui";
import type { SessionStreams } from "@hermes/ui";
import { createClientTools, isClientCall } from "../../src/index.ts";
import type { HomePorts, RunsPort, SessionEvent, SessionsPort, StartRun } from "../../src/index.ts";
import { emptyHome } from "./empty-home.ts";

export const weather: Tool = defineTool({
  name: "weather",
  toolset: "test",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  readOnly: true,
  execute: ({ city }) => ({ city, degrees: 21 }),
});

export const remove: Tool = defineTool({
  name: "remove",
  toolset: "test",
  description: "Deletes a file.",
  input: z.object({ path: z.string() }),
  execute: ({ path }) => ({ removed: path }),
});

export interface TestHome extends HomePorts {
  readonly state: State;
  readonly streams: SessionStreams;
  close(): Promise<void>;
}

export interface TestHomeOptions {
  readonly model: Model;
  readonly path?: string | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A home with real agents, sessions in SQLite, and the streams of `@hermes/ui`. */
export function testHome({ model, path = ":memory:", onError = () => undefined }: TestHomeOptions): TestHome {
  const state = openState({ path });
  const { journal, approvals } = state;
  const streams = createSessionStreams({ journal, approvals, pollMs: 5 });
  const waiting = new Map<string, () => void>();
  const questions = new Map<string, { question: QuestionInfo; answer: (text: string | undefined) => void }>();
  const running = new Map<string, RunningTurn>();
  const watchers = new Map<string, Set<() => void>>();

  const approver: Approver = async ({ id }, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    waiting.set(id, () => resolve(undefined));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    await promise;
    const { answer } = approvals.get(id) as Approval;
    if (answer === undefined) throw new Error("nobody answered");
    return answer;
  };
  const guard: Guard = async ({ tool, args }, context) => {
    if (tool.readOnly || tool.name === "clarify") return { allow: true };
    const { sessionId, callId } = context;
    const summary = `${tool.name} ${JSON.stringify(args)}`;
    const asked = await askApprover({
      ...{ log: approvals, context, digest: summary, now: Date.now },
      request: { sessionId, callId, tool: tool.name, action: "test.remove", summary, reason: "It deletes." },
    });
    if (asked.by === "person" && asked.answer.approved) return { allow: true };
    return { allow: false, reason: "The person said no." };
  };

  const agentOf = (run: StartRun, sessionId: string, tell: (event: SessionEvent) => void): Agent => {
    const clarifier: Clarifier = async ({ question, choices, allowFreetext }, { signal }) => {
      const id = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
      const asked = { id, sessionId, question, choices, allowFreetext, askedAt: Date.now() };
      questions.set(id, { question: asked, answer: resolve });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      tell({ type: "question", question: asked });
      try {
        const answer = await promise;
        return answer === undefined
          ? { answered: false, reason: "The person skipped the question." }
          : { answered: true, answer };
      } finally {
        questions.delete(id);
        tell({ type: "question-end", id });
      }
    };
    const client = createClientTools(run.clientTools ?? { definitions: [], results: [] }, approvals);
    const registry = new ToolRegistry({ guard: client.guard(guard) });
    for (const tool of [weather, remove, createClarifyTool(clarifier), ...client.tools])
      registry.register(tool);
    return new Agent({
      ...{ model, journal, approvals, approver, sessionId, tools: registry, origin: run.origin },
      messages: run.history ?? [],
      prompt: `You are a test.${run.instructions === undefined ? "" : `\n\n${run.instructions}`}`,
      onChangedHead: run.clientTools === undefined ? "keep" : "adopt",
      ...run.turn,
      maxOutputTokens: run.maxOutputTokens,
      reasoningEffort: run.reasoningEffort,
    });
  };

  const runs: RunsPort = {
    async start(run) {
      const sessionId = run.sessionId ?? `s${randomUUID().slice(0, 8)}`;
      const known = state.sessions.get(sessionId);
      if (known !== undefined && !run.isOwner && known.userId !== run.origin.userId)
        throw new HermesError("Not yours.", { code: "SESSION_NOT_FOUND" });
      run.signal.throwIfAborted();
      if (run.model !== undefined && run.model !== model.id)
        throw new HermesError(`There is no model "${run.model}".`, { code: "RUNTIME_UNKNOWN_MODEL" });
      const side = new SideEvents();
      const agent = agentOf(run, sessionId, (event) => side.push(event));
      const results = run.clientTools?.results ?? [];
      const turn = (signal: AbortSignal): AsyncIterable<AgentEvent> => {
        if (run.input === undefined || results.length > 0) {
          const text = run.input?.map((part) => (part.type === "text" ? part.text : "")).join("\n");
          const events = agent.continue({ signal });
          return side.merged(events, () => text !== undefined && void agent.steer(text));
        }
        return side.merged(agent.run(run.input, { signal }));
      };
      const { cursor } = await streams.start(agent, turn, { wait: run.wait });
      running.set(sessionId, { sessionId, startedAt: Date.now() });
      const end = async (): Promise<void> => {
        await streams.idle(sessionId);
        running.delete(sessionId);
        await agent.close();
      };
      end().catch(onError);
      for (const tell of watchers.get(sessionId) ?? []) tell();
      return { sessionId, cursor, model: model.id };
    },
    follow: (sessionId, options) => streams.follow(sessionId, options),
    watch(sessionId, onBegin) {
      const of = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, of.add(onBegin));
      return () => void of.delete(onBegin);
    },
    running: () => [...running.values()],
    steer: async (sessionId, text) => await Promise.resolve(streams.running(sessionId)?.steer(text) ?? false),
    async stop(sessionId) {
      const stopped = streams.stop(sessionId);
      await streams.idle(sessionId);
      return stopped;
    },
    questions: () => [...questions.values()].map(({ question }) => question),
    async answer(id, text) {
      const asked = questions.get(id);
      questions.delete(id);
      asked?.answer(text);
      return await Promise.resolve(asked !== undefined);
    },
  };

  return {
    ...emptyHome,
    ...{ state, streams, runs },
    sessions: storedSessions(state),
    approvals: {
      list: async (filter) =>
        await Promise.resolve(approvals.list(filter).filter((each) => !isClientCall(each))),
      get: async (id) => await Promise.resolve(approvals.get(id)),
      async answer(id, { answer, actor }) {
        const answered = approvals.answer(id, { answer, actor, at: Date.now() });
        waiting.get(id)?.();
        return await Promise.resolve(answered);
      },
    },
    models: {
      list: async () =>
        await Promise.resolve([
          { model: model.id, provider: model.provider, isChosen: true, contextWindow: model.contextWindow },
        ]),
    },
    async close() {
      for (const { sessionId } of running.values()) await runs.stop(sessionId);
      state.close();
    },
  };
}

function storedSessions(state: State): SessionsPort {
  const { sessions, journal } = state;
  const isOf = (userId: string | undefined, session: SessionRecord): boolean =>
    userId === undefined || (session.platform === "api" && session.userId === userId);
  return {
    async list({ offset, limit, userId, platform }) {
      const all = sessions.list({ limit: Infinity, platform }).filter((each) => isOf(userId, each));
      return await Promise.resolve(all.slice(offset, offset + limit).map(infoOf));
    },
    async get(id) {
      const found = sessions.get(id);
      return await Promise.resolve(found && infoOf(found));
    },
    async messages(id, { before, after, limit }) {
      const all = state.messages(id);
      const from = after === undefined ? 0 : all.findIndex((each) => each.id === after) + 1;
      const to = before === undefined ? all.length : all.findIndex((each) => each.id === before);
      if (to < 0 || (after !== undefined && from === 0)) return undefined;
      const part =
        after === undefined ? all.slice(Math.max(0, to - limit), to) : all.slice(from, from + limit);
      const first = part[0] === undefined ? to : all.indexOf(part[0]);
      return await Promise.resolve({
        messages: part.map(({ id: of, at, message }) => ({ id: of, at, message: { ...message } })),
        earlier: first,
        later: all.length - first - part.length,
      });
    },
    async search(query, { limit, userId }) {
      const { sessions: found } = state.search(query, { limit, userId });
      return await Promise.resolve(found.map(({ session, hits }) => ({ session: infoOf(session), hits })));
    },
    async fork(id, { before, beforeMessage, userId }) {
      const stored = journal.load(id);
      if (stored === undefined) throw new HermesError("None.", { code: "SESSION_NOT_FOUND" });
      const place = state.messages(id).findIndex((each) => each.id === beforeMessage);
      const copy = `s${randomUUID().slice(0, 8)}`;
      journal.create(
        { ...stored.head, id: copy, parentId: id, platform: "api", userId, startedAt: Date.now() },
        stored.messages.slice(0, beforeMessage === undefined ? before : place),
      );
      return await Promise.resolve(infoOf(sessions.get(copy) as SessionRecord));
    },
    rename: async (id, title) => await Promise.resolve(sessions.setTitle(id, title)),
    delete: async (id) => await Promise.resolve(sessions.delete(id)),
    export: async (id, format) =>
      await Promise.resolve(state.exportSession(id, format === "json" ? "jsonl" : "markdown")),
    children: async () => await Promise.resolve([]),
    context: async () =>
      await Promise.resolve({ model: "m", contextWindow: 1_000, tokens: 10, counted: true, parts: [] }),
  };
}

function infoOf(session: SessionRecord): SessionInfo {
  const { id, title, model, platform, userId, cwd, parentId, summary, startedAt, lastActiveAt } = session;
  const { endReason, messageCount } = session;
  return {
    ...{ id, title, model, platform, userId, cwd, parentId, summary, startedAt, lastActiveAt },
    ...{ endReason, messageCount },
  };
}

/** Events of others among those of a turn. */
class SideEvents {
  readonly #waiting: SessionEvent[] = [];
  #wake: () => void = () => undefined;

  push(event: SessionEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  async *merged(turn: AsyncIterable<AgentEvent>, onBegin?: () => void): AsyncGenerator<AgentEvent> {
    const events = turn[Symbol.asyncIterator]();
    let next = events.next();
    try {
      for (;;) {
        const woken = new Promise<"woken">((resolve) => (this.#wake = () => resolve("woken")));
        // The log of a turn takes what it does not know as well.
        for (const event of this.#waiting.splice(0)) yield event as AgentEvent;
        const first = await Promise.race([next, woken]);
        if (first === "woken") continue;
        if (first.done === true) return;
        if (first.value.type === "turn-start") onBegin?.();
        yield first.value;
        next = events.next();
      }
    } finally {
      await events.return?.();
    }
  }
}
