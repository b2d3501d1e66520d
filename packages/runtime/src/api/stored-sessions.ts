import type { SessionsPort } from "@hermes/api";
import type { SessionInfo, SessionMessage } from "@hermes/client/contract";
import { createSessionId, isGone } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry";
import type { SessionRecord, State, StoredMessage } from "@hermes/state";
import { branchSession } from "../sessions/branch-session.ts";
import { messagePage } from "../sessions/message-page.ts";
import { temporaryTag } from "./temporary-sessions.ts";

export interface StoredSessionsOptions {
  readonly store: () => Promise<State>;
  /** Closes a session that is open here without a turn. @returns False where one runs. */
  readonly letGo: (sessionId: string) => Promise<boolean>;
  readonly redactor: () => Promise<(text: string) => string>;
}

/** The sessions of a store, for clients. */
export function storedSessions({ store, letGo, redactor }: StoredSessionsOptions): SessionsPort {
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
      const page = await messagePage(await store(), id, options);
      return page && { ...page, messages: page.messages.map(toMessage) };
    },
    async search(query, { limit, userId }) {
      const filter = userId === undefined ? {} : { userId, platforms: ["api"] };
      const { sessions } = (await store()).search(query, { limit, ...filter });
      return sessions.map(({ session, hits }) => ({
        session: toInfo(session),
        hits: hits.map(({ messageId, role, at, snippet }) => ({ messageId, role, at, snippet })),
      }));
    },
    async fork(from, { before, userId }) {
      const state = await store();
      info(state, from);
      const id = createSessionId(Date.now());
      branchSession(state, from, { id, now: Date.now(), before, origin: { platform: "api", userId } });
      return info(state, id);
    },
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

function isHeld({ journal }: State, id: string): boolean {
  const lease = journal.leases.holder(id);
  return lease !== undefined && Date.now() < lease.expiresAt && !isGone(lease.owner);
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
