import type { PartMigrations, State } from "@hermes/state";

/** Which personality was chosen within a session; an empty name is none. Rows go with their session. */
export const personalityTables: PartMigrations = {
  part: "personalities",
  steps: [
    `CREATE TABLE personalities_chosen (
       session_id TEXT PRIMARY KEY,
       name TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TRIGGER personality_of_deleted_session AFTER DELETE ON sessions BEGIN
       DELETE FROM personalities_chosen WHERE session_id = old.id;
     END`,
  ],
};

/** Undefined: nothing was chosen in the session; empty: none. */
export function personalityChosenIn({ read }: Pick<State, "read">, sessionId: string): string | undefined {
  const [row] = read((tables) =>
    tables.all("SELECT name FROM personalities_chosen WHERE session_id = ?", sessionId),
  );
  const name = row?.["name"];
  return typeof name === "string" ? name : undefined;
}

/** Records the choice, and what the model is told of it with the next message; what it was not told yet is taken back. */
export function choosePersonalityIn(
  { transaction, journal: { notices } }: Pick<State, "transaction" | "journal">,
  sessionId: string,
  { name, notice, at }: { readonly name: string; readonly notice: string; readonly at: number },
): void {
  const waiting = notices.waiting(sessionId).filter(({ source }) => source === noticeSource);
  transaction((tables) => {
    tables.run(
      `INSERT INTO personalities_chosen (session_id, name) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name`,
      sessionId,
      name,
    );
    notices.withdraw(
      sessionId,
      waiting.map(({ id }) => id),
    );
    notices.record(sessionId, {
      id: `${noticeSource}:${crypto.randomUUID()}`,
      source: noticeSource,
      text: notice,
      at,
    });
  });
}

const noticeSource = "personality";
