import type { NewOutbound, OutboundKind, OutboundRow, OutboundState, OutboxStore } from "../outbox-store.ts";
import { holds, listed, number, optional, text } from "./store-access.ts";
import type { Row, StoreAccess, Tables } from "./store-access.ts";

/** Puts rows within the transaction of somebody else. */
export interface OutboxWriter {
  put(tables: Tables, rows: readonly NewOutbound[]): void;
  /** Puts rows; of those that are there already the text is changed, also where the platform has it. */
  change(tables: Tables, rows: readonly NewOutbound[]): void;
  skip(tables: Tables, keys: readonly string[]): void;
  /** After the transaction. */
  announce(rows: readonly NewOutbound[]): void;
}

type Message = Omit<NewOutbound, "key" | "kind" | "notBefore">;

// oxlint-disable-next-line max-lines-per-function -- one short method after another
export function sqliteOutbox(
  { transaction, read }: StoreAccess,
  clock: () => number,
): OutboxStore & { readonly writer: OutboxWriter } {
  const listeners = new Set<(platform: string) => void>();
  const announce = (platforms: readonly string[]): void => {
    for (const platform of new Set(platforms))
      queueMicrotask(() => {
        for (const listener of listeners) listener(platform);
      });
  };
  const of = (rows: readonly NewOutbound[]): readonly string[] => rows.map(({ to }) => to.platform);

  function put(tables: Tables, rows: readonly NewOutbound[], now: number = clock()): void {
    for (const { key, kind, notBefore = 0, ...message } of rows) {
      const { platform, chatId, threadId = "" } = message.to;
      tables.run(
        `INSERT INTO gateway_outbox (key, platform, chat_id, thread_id, kind, message, not_before, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        ...[key, platform, chatId, threadId, kind, JSON.stringify(message satisfies Message), notBefore, now],
      );
    }
  }

  function revise(
    tables: Tables,
    row: Row,
    change: Pick<NewOutbound, "text" | "buttons">,
    notBefore = 0,
  ): boolean {
    if (!["queued", "sending", "sent"].includes(text(row, "state"))) return false;
    // Written by `put`.
    const message: Message = JSON.parse(text(row, "message"));
    tables.run(
      `UPDATE gateway_outbox SET message = ?, revision = revision + 1, is_due = 1,
         not_before = CASE WHEN sent_revision < revision THEN not_before ELSE max(not_before, ?) END,
         settled_at = NULL WHERE id = ?`,
      ...[JSON.stringify({ ...message, ...change }), notBefore, number(row, "id")],
    );
    return true;
  }

  function change(tables: Tables, rows: readonly NewOutbound[]): void {
    for (const wanted of rows) {
      const before = tables.all(byKeys, listed([wanted.key])).at(0);
      if (before === undefined) put(tables, [wanted]);
      else if (toRow(before).text !== wanted.text && !revise(tables, before, wanted)) {
        // A beginning of it that may have arrived can't be edited: the whole goes beside it.
        skip(tables, [wanted.key], "uncertain");
        put(tables, [{ ...wanted, key: `${wanted.key}+` }]);
      }
    }
  }

  function skip(tables: Tables, keys: readonly string[], state: OutboundState = "queued"): void {
    if (keys.length === 0) return;
    tables.run(
      `UPDATE gateway_outbox SET state = 'skipped', is_due = 0, settled_at = ?
       WHERE key IN (SELECT value FROM json_each(?)) AND state = ? AND platform_id IS NULL`,
      ...[clock(), listed(keys), state],
    );
  }

  const byKeys = "SELECT * FROM gateway_outbox WHERE key IN (SELECT value FROM json_each(?)) ORDER BY id";
  return {
    writer: { put, change, skip, announce: (rows) => announce(of(rows)) },
    async put(rows, now) {
      const put_ = transaction((tables) => {
        put(tables, rows, now);
        return tables.all(byKeys, listed(rows.map(({ key }) => key)));
      });
      announce(of(rows));
      return put_.map(toRow);
    },
    get: async (key) =>
      read((tables) =>
        tables
          .all(byKeys, listed([key]))
          .map(toRow)
          .at(0),
      ),
    async revise(key, change_, { notBefore } = {}) {
      const platform = transaction((tables) => {
        const [row] = tables.all(byKeys, listed([key]));
        return row !== undefined && revise(tables, row, change_, notBefore)
          ? text(row, "platform")
          : undefined;
      });
      if (platform !== undefined) announce([platform]);
      return platform !== undefined;
    },
    async skip(keys) {
      transaction((tables) => skip(tables, keys));
    },
    due: async (platform, now, limit) =>
      read((tables) =>
        tables
          .all(
            `SELECT * FROM gateway_outbox WHERE id IN (
               SELECT min(id) FROM gateway_outbox WHERE platform = ? AND is_due = 1 GROUP BY chat_id, thread_id
             ) AND not_before <= ? AND state <> 'sending' ORDER BY id LIMIT ?`,
            ...[platform, now, limit],
          )
          .map(toRow),
      ),
    nextDueAt: async (platform) =>
      read((tables) => {
        const [row] = tables.all(
          `SELECT min(not_before) AS next FROM gateway_outbox WHERE id IN (
             SELECT min(id) FROM gateway_outbox WHERE platform = ? AND is_due = 1 GROUP BY chat_id, thread_id
           ) AND state <> 'sending'`,
          platform,
        );
        return row === undefined || row["next"] === null ? undefined : number(row, "next");
      }),
    sending: async (id, fence) =>
      transaction(
        (tables) =>
          holds(tables, fence) &&
          tables.run(
            `UPDATE gateway_outbox SET state = 'sending', token = ?
             WHERE id = ? AND is_due = 1 AND state IN ('queued', 'sent')`,
            ...[fence.token, id],
          ).changes === 1,
      ),
    async settle(id, outcome) {
      const [row] = transaction((tables) => {
        const set = (assignments: string, ...values: readonly (string | number)[]): void =>
          void tables.run(
            `UPDATE gateway_outbox SET ${assignments} WHERE id = ? AND state = 'sending'`,
            ...values,
            id,
          );
        if (outcome.state === "sent")
          // What was changed meanwhile is edited next.
          set(
            `state = 'sent', platform_id = ?, sent_revision = ?, is_due = revision > ?, not_before = 0, reason = NULL,
             attempts = 0, settled_at = CASE WHEN revision > ? THEN NULL ELSE ? END`,
            ...[outcome.platformId, outcome.revision, outcome.revision, outcome.revision, outcome.at],
          );
        else if (outcome.state === "queued")
          set(
            `state = CASE WHEN platform_id IS NULL THEN 'queued' ELSE 'sent' END, attempts = attempts + 1,
             not_before = ?, reason = ?`,
            ...[outcome.notBefore, outcome.reason],
          );
        else if (outcome.state === "anew")
          set("state = 'queued', platform_id = NULL, sent_revision = 0, reason = ?", outcome.reason);
        else
          set("state = ?, is_due = 0, reason = ?, settled_at = ?", outcome.state, outcome.reason, outcome.at);
        return tables.all("SELECT platform FROM gateway_outbox WHERE id = ?", id);
      });
      if (row !== undefined) announce([text(row, "platform")]);
    },
    abandoned: async ({ platform, token }) =>
      read((tables) =>
        tables
          .all(
            "SELECT * FROM gateway_outbox WHERE platform = ? AND state = 'sending' AND token < ? ORDER BY id",
            ...[platform, token],
          )
          .map(toRow),
      ),
    async resend(id) {
      const platform = transaction((tables) => {
        const { changes } = tables.run(
          `UPDATE gateway_outbox SET state = 'queued', is_due = 1, attempts = 0, not_before = 0, platform_id = NULL,
             sent_revision = 0, settled_at = NULL WHERE id = ? AND state IN ('uncertain', 'failed')`,
          id,
        );
        const [row] = tables.all("SELECT platform FROM gateway_outbox WHERE id = ?", id);
        return changes === 1 && row !== undefined ? text(row, "platform") : undefined;
      });
      if (platform !== undefined) announce([platform]);
      return platform !== undefined;
    },
    unsettled: async ({ platform, chatId, threadId = "" }) =>
      read((tables) =>
        tables
          .all(
            `SELECT * FROM gateway_outbox WHERE platform = ? AND chat_id = ? AND thread_id = ?
             AND state IN ('uncertain', 'failed') ORDER BY id DESC`,
            ...[platform, chatId, threadId],
          )
          .map(toRow),
      ),
    counts: async (platform) =>
      read((tables) => {
        const count = (where: string): number =>
          number(
            tables.all(
              `SELECT count(*) AS n FROM gateway_outbox WHERE platform = ? AND ${where}`,
              platform,
            )[0] ?? {},
            "n",
          );
        return {
          queued: count("is_due = 1"),
          uncertain: count("state IN ('uncertain', 'failed') AND state = 'uncertain'"),
          failed: count("state IN ('uncertain', 'failed') AND state = 'failed'"),
        };
      }),
    prune: async (before) =>
      transaction(
        (tables) =>
          tables.run(
            "DELETE FROM gateway_outbox WHERE settled_at IS NOT NULL AND settled_at < ? AND is_due = 0",
            before,
          ).changes,
      ),
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function toRow(row: Row): OutboundRow {
  // Written by `put` and `revise`.
  const message: Message = JSON.parse(text(row, "message"));
  return {
    ...message,
    ...{ id: number(row, "id"), key: text(row, "key"), createdAt: number(row, "created_at") },
    kind: text(row, "kind") as OutboundKind,
    state: text(row, "state") as OutboundState,
    ...{ attempts: number(row, "attempts"), revision: number(row, "revision") },
    ...{ sentRevision: number(row, "sent_revision"), platformId: optional(row, "platform_id") },
    reason: optional(row, "reason"),
  };
}
