/** Tables of the gateway in a store. Matches `PartMigrations` of `@hermes/state` by shape. */
export const gatewayTables: { readonly part: string; readonly steps: readonly string[] } = {
  part: "gateway",
  steps: [
    `CREATE TABLE gateway_owners (
       platform TEXT PRIMARY KEY,
       owner TEXT NOT NULL,
       token INTEGER NOT NULL,
       since INTEGER NOT NULL,
       expires_at INTEGER NOT NULL
     ) WITHOUT ROWID;
     CREATE TABLE gateway_inbox (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       platform TEXT NOT NULL,
       update_id TEXT NOT NULL,
       chat_id TEXT NOT NULL,
       message_id TEXT NOT NULL,
       chat TEXT NOT NULL,
       tier TEXT NOT NULL,
       state TEXT NOT NULL,
       reason TEXT,
       turn TEXT,
       message TEXT NOT NULL,
       received_at INTEGER NOT NULL,
       UNIQUE (platform, update_id),
       UNIQUE (platform, chat_id, message_id)
     );
     CREATE INDEX gateway_inbox_waiting ON gateway_inbox (chat, id) WHERE state = 'received';
     CREATE INDEX gateway_inbox_open ON gateway_inbox (platform, state) WHERE state IN ('received', 'claimed');
     CREATE INDEX gateway_inbox_turn ON gateway_inbox (turn) WHERE turn IS NOT NULL;
     CREATE INDEX gateway_inbox_settled ON gateway_inbox (received_at) WHERE state IN ('answered', 'dropped');
     CREATE TABLE gateway_turns (
       id TEXT PRIMARY KEY,
       platform TEXT NOT NULL,
       chat TEXT NOT NULL,
       session_id TEXT NOT NULL,
       position INTEGER NOT NULL,
       words TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       token INTEGER NOT NULL,
       deaths INTEGER NOT NULL DEFAULT 0
     ) WITHOUT ROWID;
     CREATE TABLE gateway_outbox (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       key TEXT NOT NULL UNIQUE,
       platform TEXT NOT NULL,
       chat_id TEXT NOT NULL,
       thread_id TEXT NOT NULL DEFAULT '',
       kind TEXT NOT NULL,
       message TEXT NOT NULL,
       state TEXT NOT NULL DEFAULT 'queued',
       is_due INTEGER NOT NULL DEFAULT 1,
       not_before INTEGER NOT NULL,
       attempts INTEGER NOT NULL DEFAULT 0,
       revision INTEGER NOT NULL DEFAULT 1,
       sent_revision INTEGER NOT NULL DEFAULT 0,
       platform_id TEXT,
       token INTEGER,
       reason TEXT,
       created_at INTEGER NOT NULL,
       settled_at INTEGER
     );
     CREATE INDEX gateway_outbox_due ON gateway_outbox (platform, chat_id, thread_id, id) WHERE is_due = 1;
     CREATE INDEX gateway_outbox_sending ON gateway_outbox (platform) WHERE state = 'sending';
     CREATE INDEX gateway_outbox_unsettled ON gateway_outbox (platform, chat_id) WHERE state IN ('uncertain', 'failed');
     CREATE INDEX gateway_outbox_settled ON gateway_outbox (settled_at) WHERE settled_at IS NOT NULL;
     CREATE TABLE gateway_chats (
       key TEXT PRIMARY KEY,
       platform TEXT NOT NULL,
       chat_id TEXT NOT NULL,
       thread_id TEXT,
       kind TEXT NOT NULL,
       title TEXT,
       user_id TEXT,
       user_name TEXT,
       tier TEXT NOT NULL,
       session_id TEXT,
       busy_mode TEXT,
       last_active_at INTEGER NOT NULL
     ) WITHOUT ROWID;
     CREATE INDEX gateway_chats_by_activity ON gateway_chats (platform, last_active_at);
     CREATE INDEX gateway_chats_by_session ON gateway_chats (session_id) WHERE session_id IS NOT NULL;
     CREATE TABLE gateway_handoffs (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       platform TEXT NOT NULL,
       request TEXT NOT NULL,
       state TEXT NOT NULL DEFAULT 'pending',
       reason TEXT,
       asked_at INTEGER NOT NULL
     );
     CREATE INDEX gateway_handoffs_pending ON gateway_handoffs (platform) WHERE state = 'pending';
     CREATE TABLE gateway_memory (
       scope TEXT NOT NULL,
       key TEXT NOT NULL,
       text TEXT NOT NULL,
       PRIMARY KEY (scope, key)
     ) WITHOUT ROWID`,
    `ALTER TABLE gateway_inbox ADD COLUMN wake TEXT;
     CREATE TABLE gateway_wakes (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       chat TEXT NOT NULL,
       text TEXT NOT NULL,
       asked_at INTEGER NOT NULL
     )`,
  ],
};
