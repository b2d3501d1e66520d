/** Tables of jobs and their slots in a store. Matches `PartMigrations` of `@hermes/state` by shape. */
export const cronTables: { readonly part: string; readonly steps: readonly string[] } = {
  part: "cron",
  steps: [
    `CREATE TABLE cron_jobs (
       id TEXT PRIMARY KEY,
       name TEXT NOT NULL UNIQUE,
       state TEXT NOT NULL,
       paused_because TEXT,
       next_at INTEGER,
       runs INTEGER NOT NULL DEFAULT 0,
       revision INTEGER NOT NULL,
       body TEXT NOT NULL
     ) WITHOUT ROWID;
     CREATE INDEX cron_jobs_due ON cron_jobs (next_at) WHERE state = 'active' AND next_at IS NOT NULL;
     CREATE TABLE cron_slots (
       job TEXT NOT NULL,
       at INTEGER NOT NULL,
       cause TEXT NOT NULL,
       state TEXT NOT NULL,
       start_after INTEGER NOT NULL,
       reason TEXT,
       merged_into INTEGER,
       until INTEGER,
       count INTEGER,
       started_at INTEGER,
       ended_at INTEGER,
       deaths INTEGER NOT NULL DEFAULT 0,
       session_id TEXT,
       result TEXT,
       token INTEGER,
       PRIMARY KEY (job, at)
     ) WITHOUT ROWID;
     CREATE INDEX cron_slots_waiting ON cron_slots (start_after, at) WHERE state = 'waiting';
     CREATE INDEX cron_slots_open ON cron_slots (job, at) WHERE state IN ('waiting', 'running');
     CREATE INDEX cron_slots_running ON cron_slots (job) WHERE state = 'running';
     CREATE INDEX cron_slots_by_time ON cron_slots (at);
     CREATE TABLE cron_lease (
       id INTEGER PRIMARY KEY CHECK (id = 1),
       owner TEXT NOT NULL,
       token INTEGER NOT NULL,
       expires_at INTEGER NOT NULL
     );
     CREATE TABLE cron_memory (
       key TEXT PRIMARY KEY,
       text TEXT NOT NULL
     ) WITHOUT ROWID`,
  ],
};
