import type { BusyMode } from "@hermes/agent-loop/controller";
import type { Tier } from "../../chat/chat-sessions.ts";
import type { Chat, ChatStore } from "../chat-store.ts";
import { number, optional, text } from "./store-access.ts";
import type { Row, StoreAccess } from "./store-access.ts";

export function sqliteChats({ transaction, read }: StoreAccess): ChatStore {
  return {
    get: async (key) =>
      read((tables) => tables.all("SELECT * FROM gateway_chats WHERE key = ?", key).map(toChat).at(0)),
    async seen({ key, at, kind, title, userId, userName, tier, lastActiveAt }) {
      transaction((tables) =>
        tables.run(
          `INSERT INTO gateway_chats (key, platform, chat_id, thread_id, kind, title, user_id, user_name, tier, last_active_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET chat_id = excluded.chat_id, thread_id = excluded.thread_id,
             kind = excluded.kind, tier = excluded.tier, last_active_at = excluded.last_active_at,
             title = coalesce(excluded.title, title), user_id = coalesce(excluded.user_id, user_id),
             user_name = coalesce(excluded.user_name, user_name)`,
          ...[key, at.platform, at.chatId, at.threadId ?? null, kind, title ?? null],
          ...[userId ?? null, userName ?? null, tier, lastActiveAt],
        ),
      );
    },
    async setSession(key, sessionId) {
      transaction((tables) =>
        tables.run("UPDATE gateway_chats SET session_id = ? WHERE key = ?", sessionId, key),
      );
    },
    async setBusyMode(key, mode) {
      transaction((tables) => tables.run("UPDATE gateway_chats SET busy_mode = ? WHERE key = ?", mode, key));
    },
    async list({ platform, activeBefore, withSession = false, limit = 10_000 }) {
      const wanted: readonly (readonly [where: string, ...values: readonly (string | number)[]])[] = [
        ...(platform === undefined ? [] : [["platform = ?", platform] as const]),
        ...(activeBefore === undefined ? [] : [["last_active_at < ?", activeBefore] as const]),
        ...(withSession ? [["session_id IS NOT NULL"] as const] : []),
      ];
      const where = wanted.length === 0 ? "" : `WHERE ${wanted.map(([each]) => each).join(" AND ")}`;
      return read((tables) =>
        tables
          .all(
            `SELECT * FROM gateway_chats ${where} ORDER BY last_active_at DESC, key LIMIT ?`,
            ...wanted.flatMap(([, ...values]) => values),
            limit,
          )
          .map(toChat),
      );
    },
    ofSession: async (sessionId) =>
      read((tables) => tables.all("SELECT * FROM gateway_chats WHERE session_id = ?", sessionId).map(toChat)),
  };
}

function toChat(row: Row): Chat {
  return {
    key: text(row, "key"),
    at: {
      platform: text(row, "platform"),
      chatId: text(row, "chat_id"),
      threadId: optional(row, "thread_id"),
    },
    // Written by `seen` and `setBusyMode`.
    kind: text(row, "kind") as Chat["kind"],
    tier: text(row, "tier") as Tier,
    busyMode: optional(row, "busy_mode") as BusyMode | undefined,
    ...{ title: optional(row, "title"), userId: optional(row, "user_id") },
    ...{ userName: optional(row, "user_name"), sessionId: optional(row, "session_id") },
    lastActiveAt: number(row, "last_active_at"),
  };
}
