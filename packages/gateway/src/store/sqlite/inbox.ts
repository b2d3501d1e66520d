import type { InboundMessage } from "../../platforms/platform.ts";
import type { Tier } from "../../chat/chat-sessions.ts";
import type { InboundRow, InboundState, InboxStore, Settlement, Turn } from "../inbox-store.ts";
import type { Fence } from "../owner-store.ts";
import type { OutboxWriter } from "./outbox.ts";
import { holds, listed, number, optional, text } from "./store-access.ts";
import type { Row, StoreAccess, Tables } from "./store-access.ts";

const columns = "id, chat, tier, state, turn, message, received_at, wake, reason";
const ids = "id IN (SELECT value FROM json_each(?))";

// oxlint-disable-next-line max-lines-per-function -- one short method after another
export function sqliteInbox({ transaction, read }: StoreAccess, outbox: OutboxWriter): InboxStore {
  /** Does something that has an effect outside, unless another owner has taken the platform. */
  const fenced = (fence: Fence, work: (tables: Tables) => boolean): boolean =>
    transaction((tables) => holds(tables, fence) && work(tables));

  function claim(tables: Tables, turn: string, wanted: readonly number[]): boolean {
    const waiting = tables.all(
      `SELECT id FROM gateway_inbox WHERE ${ids} AND state = 'received'`,
      listed(wanted),
    );
    if (waiting.length !== wanted.length) return false;
    tables.run(
      `UPDATE gateway_inbox SET state = 'claimed', turn = ? WHERE ${ids}`,
      ...[turn, listed(wanted)],
    );
    return true;
  }

  function record(tables: Tables, turn: Omit<Turn, "deaths">, fence: Fence): void {
    tables.run(
      `INSERT INTO gateway_turns (id, platform, chat, session_id, position, words, started_at, token)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[turn.id, fence.platform, turn.chat, turn.sessionId, turn.position, turn.words],
      ...[turn.startedAt, fence.token],
    );
  }

  function settle(tables: Tables, { answered, dropped, returned, outbound, skipped }: Settlement): void {
    const set = (of: readonly number[] | undefined, state: InboundState, reason: string | null): void => {
      if (of === undefined || of.length === 0) return;
      tables.run(
        `UPDATE gateway_inbox SET state = ?, reason = ?, turn = NULL WHERE ${ids} AND state IN ('received', 'claimed')`,
        ...[state, reason, listed(of)],
      );
    };
    set(answered, "answered", null);
    set(dropped?.ids, "dropped", dropped?.reason ?? null);
    set(returned, "received", null);
    outbox.skip(tables, skipped ?? []);
    outbox.change(tables, outbound ?? []);
  }

  function toTurn(
    tables: Pick<Tables, "all">,
    row: Row,
  ): Turn & { token: number; rows: readonly InboundRow[] } {
    const id = text(row, "id");
    const rows = tables.all(
      `SELECT ${columns} FROM gateway_inbox WHERE turn = ? AND state = 'claimed' ORDER BY id`,
      id,
    );
    return {
      ...{ id, chat: text(row, "chat"), sessionId: text(row, "session_id"), words: text(row, "words") },
      ...{ position: number(row, "position"), startedAt: number(row, "started_at") },
      ...{ deaths: number(row, "deaths"), token: number(row, "token") },
      rows: rows.map(toRow),
    };
  }

  return {
    async keep({ chat, message, tier, receivedAt, wake }, settled) {
      const kept = transaction((tables): InboundRow | undefined => {
        const { at, messageId, updateId = `${at.chatId}/${messageId}` } = message;
        const state = settled === undefined ? "received" : "dropped";
        const { changes, lastId } = tables.run(
          `INSERT INTO gateway_inbox
             (platform, update_id, chat_id, message_id, chat, tier, state, reason, message, received_at, wake)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          ...[at.platform, updateId, at.chatId, messageId, chat, tier, state, settled?.reason ?? null],
          // Of those who may not speak nothing is kept but that they did.
          settled === undefined ? JSON.stringify(message) : "{}",
          ...[receivedAt, wake === undefined ? null : JSON.stringify(wake)],
        );
        if (changes === 0) return undefined;
        outbox.put(tables, settled?.outbound ?? []);
        return { id: lastId, state, chat, message, tier, receivedAt, wake };
      });
      if (kept !== undefined) outbox.announce(settled?.outbound ?? []);
      return kept;
    },
    correct: async (message) =>
      transaction((tables) => {
        const { at, messageId } = message;
        const [row] = tables.all(
          `SELECT ${columns} FROM gateway_inbox WHERE platform = ? AND chat_id = ? AND message_id = ?`,
          ...[at.platform, at.chatId, messageId],
        );
        if (row === undefined || row["state"] === "dropped") return undefined;
        const before = toRow(row).message;
        // With the words of somebody else it would go on with the rights of its author.
        if (before.sender.userId !== message.sender.userId) return undefined;
        if (row["state"] !== "received") return before.text === message.text ? undefined : "late";
        tables.run(
          "UPDATE gateway_inbox SET message = ? WHERE id = ?",
          JSON.stringify({ ...message, isEdit: false }),
          number(row, "id"),
        );
        return "corrected";
      }),
    find: async (platform, updateId) =>
      read((tables) =>
        tables
          .all(
            `SELECT ${columns} FROM gateway_inbox WHERE platform = ? AND update_id = ?`,
            ...[platform, updateId],
          )
          .map(toRow)
          .at(0),
      ),
    waiting: async (chat) =>
      read((tables) =>
        tables
          .all(`SELECT ${columns} FROM gateway_inbox WHERE chat = ? AND state = 'received' ORDER BY id`, chat)
          .map(toRow),
      ),
    chatsWaiting: async (platform) =>
      read((tables) =>
        tables
          .all(
            `SELECT chat FROM gateway_inbox WHERE platform = ? AND state = 'received'
             GROUP BY chat ORDER BY min(id)`,
            platform,
          )
          .map((row) => text(row, "chat")),
      ),
    begin: async (turn, rows, fence) =>
      fenced(fence, (tables) => {
        if (!claim(tables, turn.id, rows)) return false;
        record(tables, turn, fence);
        return true;
      }),
    join: async (turn, id, fence) =>
      fenced(
        fence,
        (tables) =>
          tables.all("SELECT 1 AS open FROM gateway_turns WHERE id = ?", turn).length === 1 &&
          claim(tables, turn, [id]),
      ),
    finish: async (turn, settlement, fence) => {
      const done = fenced(fence, (tables) => {
        if (tables.run("DELETE FROM gateway_turns WHERE id = ?", turn).changes === 0) return false;
        settle(tables, settlement);
        const { next } = settlement;
        if (next !== undefined) {
          tables.run(`UPDATE gateway_inbox SET turn = ? WHERE ${ids}`, next.turn.id, listed(next.ids));
          record(tables, next.turn, fence);
        }
        return true;
      });
      if (done) outbox.announce(settlement.outbound ?? []);
      return done;
    },
    settle: async (settlement, fence) => {
      const done = fenced(fence, (tables) => {
        settle(tables, settlement);
        return true;
      });
      if (done) outbox.announce(settlement.outbound ?? []);
      return done;
    },
    abandoned: async ({ platform, token }) =>
      read((tables) =>
        tables
          .all(
            "SELECT * FROM gateway_turns WHERE platform = ? AND token < ? ORDER BY started_at, id",
            ...[platform, token],
          )
          .map((row) => toTurn(tables, row)),
      ),
    takeOver: async (turn, fence) =>
      transaction((tables) => {
        if (!holds(tables, fence)) return undefined;
        tables.run(
          "UPDATE gateway_turns SET token = ?, deaths = deaths + 1 WHERE id = ? AND token < ?",
          ...[fence.token, turn, fence.token],
        );
        return tables
          .all("SELECT deaths FROM gateway_turns WHERE id = ?", turn)
          .map((row) => number(row, "deaths"))
          .at(0);
      }),
    counts: async (platform) =>
      read((tables) => {
        const [row = {}] = tables.all(
          `SELECT count(*) FILTER (WHERE state = 'received') AS waiting, count(*) FILTER (WHERE state = 'claimed') AS claimed
           FROM gateway_inbox WHERE platform = ? AND state IN ('received', 'claimed')`,
          platform,
        );
        return { waiting: number(row, "waiting"), claimed: number(row, "claimed") };
      }),
    prune: async (before) =>
      transaction(
        (tables) =>
          tables.run(
            "DELETE FROM gateway_inbox WHERE state IN ('answered', 'dropped') AND received_at < ?",
            before,
          ).changes,
      ),
  };
}

function toRow(row: Row): InboundRow {
  // Written by `keep` and `correct`, in these types.
  const message: InboundMessage = JSON.parse(text(row, "message"));
  const wake = optional(row, "wake");
  return {
    ...{ id: number(row, "id"), chat: text(row, "chat"), message, receivedAt: number(row, "received_at") },
    tier: text(row, "tier") as Tier,
    state: text(row, "state") as InboundState,
    ...{ turn: optional(row, "turn"), reason: optional(row, "reason") },
    ...(wake === undefined ? {} : { wake: JSON.parse(wake) }),
  };
}
