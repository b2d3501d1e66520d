import type { SessionsPort } from "@hermes/api";
import type { ChildInfo, ContextInfo, SessionInfo, SessionMessage } from "@hermes/client/contract";
import { createSessionId } from "@hermes/agent-loop";
import type { ContextUsage } from "@hermes/agent-loop";
import type { ChildRecord } from "@hermes/agent-loop/delegate";
import { HermesError } from "@hermes/registry";
import type { MessageWindow, SessionRecord, State, StoredMessage } from "@hermes/state";
import { cursorBehind } from "@hermes/ui";
import type { Runtime } from "../runtime.ts";
import { branchSession } from "../sessions/branch-session.ts";
import { isHeld } from "../sessions/is-held.ts";
import { messagePage } from "../sessions/message-page.ts";
import { temporaryTag } from "./temporary-sessions.ts";

export interface StoredSessionsOptions {
  readonly store: () => Promise<State>;
  /** Closes a session that is open here without a turn. @returns False where one runs. */
  readonly letGo: (sessionId: string) => Promise<boolean>;
  readonly redactor: () => Promise<(text: string) => string>;
  readonly childrenOf: Runtime["childrenOf"];
  readonly contextUsage: Runtime["contextUsage"];
}

/** The sessions of a store, for clients. */
export function storedSessions(options: StoredSessionsOptions): SessionsPort {
  const { store, letGo, redactor, childrenOf, contextUsage } = options;
  const info = (state: State, id: string): SessionInfo => {
    const record = state.sessions.get(id);
    if (record === undefined) throw notFound(id);
    return toInfo(record);
  };
  return {
    async list({ offset, limit, userId, platform }) {
      const state = await store();
      const query = await state.kysely();
      const rows = await query
        .selectFrom("sessions")
        .select("id")
        .where("message_count", ">", 0)
        .where("tags", "not like", `%"${temporaryTag}"%`)
        .$if(platform === undefined, (all) => all.where("platform", "<>", "subagent"))
        .$if(platform !== undefined, (all) => all.where("platform", "=", platform ?? ""))
        .$if(userId !== undefined, (all) =>
          all.where("platform", "=", "api").where("user_id", "=", userId ?? ""),
        )
        .orderBy("last_active_at", "desc")
        .orderBy("key", "desc")
        .offset(offset)
        .limit(limit)
        .execute();
      return rows.flatMap(({ id }) => state.sessions.get(id) ?? []).map(toInfo);
    },
    async get(id) {
      const record = (await store()).sessions.get(id);
      return record && toInfo(record);
    },
    async messages(id, options) {
      const state = await store();
      const page = await messagePage(state, id, options);
      return page && { ...withCursor(state, id, page), messages: page.messages.map(toMessage) };
    },
    async search(query, { limit, userId }) {
      const filter = userId === undefined ? {} : { userId, platforms: ["api"] };
      const { sessions } = (await store()).search(query, { limit, ...filter });
      return sessions.map(({ session, hits }) => ({
        session: toInfo(session),
        hits: hits.map(({ messageId, role, at, snippet }) => ({ messageId, role, at, snippet })),
      }));
    },
    async fork(from, { before, beforeMessage, userId }) {
      const state = await store();
      info(state, from);
      const id = createSessionId(Date.now());
      const origin = { platform: "api", userId };
      // In one step: a compression in between would move the place.
      state.transaction(() => {
        const place = beforeMessage === undefined ? before : placeOf(state, from, beforeMessage);
        branchSession(state, from, { id, now: Date.now(), before: place, origin });
      });
      return info(state, id);
    },
    children: async (id) => (await childrenOf(id)).map(toChild),
    context: async (id) => toContext((await contextUsage({ session: id })).usage),
    async rename(id, title) {
      (await store()).sessions.setTitle(id, title);
    },
    async delete(id) {
      const state = await store();
      info(state, id);
      if (!(await letGo(id)) || isHeld(state, id)) throw busy(id);
      state.sessions.delete(id);
    },
    async export(id, format) {
      const [state, redact] = await Promise.all([store(), redactor()]);
      if (format === "markdown") return redact(state.exportSession(id, "markdown"));
      const whole = { session: info(state, id), messages: state.messages(id).map(toMessage) };
      return redact(JSON.stringify(whole, null, 2));
    },
  };
}

function toInfo(session: SessionRecord): SessionInfo {
  const { id, title, model, platform, userId, cwd, parentId, summary } = session;
  const { startedAt, lastActiveAt, endReason, messageCount } = session;
  return {
    ...{ id, title, model, platform, userId, cwd, parentId, summary },
    ...{ startedAt, lastActiveAt, endReason, messageCount },
  };
}

function toMessage({ id, at, message }: StoredMessage): SessionMessage {
  return { id, at, message: { ...message } };
}

/** The place behind the last message, where the page has it. */
function withCursor(
  state: State,
  sessionId: string,
  page: MessageWindow,
): { readonly earlier: number; readonly later: number; readonly cursor?: string } {
  const { messages, earlier, later } = page;
  const last = messages.at(-1);
  const stored = last === undefined || later > 0 ? undefined : state.journal.load(sessionId);
  if (last === undefined || stored === undefined) return { earlier, later };
  // Another process may have written between the two.
  const since = state.window(sessionId, { around: last.id, after: 0 })?.later ?? 0;
  if (since > 0) return { earlier, later: since };
  return { earlier, later, cursor: cursorBehind(stored.messages.length, stored.messages.at(-1)) };
}

/** Where a message is in the history that the model has. @throws {HermesError} `API_NOT_FOUND` */
function placeOf(state: State, sessionId: string, messageId: number): number {
  if (state.window(sessionId, { around: messageId, after: 0 }) === undefined)
    throw new HermesError("The session has no such message.", { code: "API_NOT_FOUND" });
  const place = state.liveIds(sessionId).findIndex(({ id }) => id === messageId);
  if (place !== -1) return place;
  throw new HermesError("The message was condensed: what came before it is not whole any more.", {
    code: "API_NOT_FOUND",
    hint: "Choose a later message, or copy all of the session.",
  });
}

function toChild({ id, goal, role, state, callId, startedAt, end }: ChildRecord): ChildInfo {
  return { id, task: goal, role, state, callId, startedAt, endedAt: end?.at };
}

function toContext({ model, contextWindow, tokens, counted, condenseAt, parts }: ContextUsage): ContextInfo {
  return {
    ...{ model, contextWindow, tokens, counted, condenseAt },
    parts: parts.map(({ group, name, tokens: own }) => ({ group, name, tokens: own })),
  };
}

function notFound(id: string): HermesError {
  return new HermesError(`There is no session "${id}".`, { code: "SESSION_NOT_FOUND" });
}

function busy(id: string): HermesError {
  return new HermesError(`The session "${id}" is open.`, {
    code: "SESSION_BUSY",
    hint: "Stop its turn, or close it where it is open, and try again.",
  });
}
