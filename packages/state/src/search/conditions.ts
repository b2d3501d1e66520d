import type { SearchFilter } from "./search-result.ts";

/** A filter as SQL. Each part begins with `AND`, or is empty. */
export interface Conditions {
  /** Over `message_words`: what is found without a look at the messages. */
  readonly ofIds: string;
  /** Over messages or their facts, as `m`. */
  readonly ofMessages: string;
  /** Over `sessions AS s`. */
  readonly ofSessions: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** False when a condition is about single messages. */
  readonly sessionsAlone: boolean;
}

export function conditionsOf(filter: SearchFilter): Conditions {
  const { userId, sessionId, exceptSessionId, tag, from, to } = filter;
  const session = present(condition("s.id = @sessionId", "sessionId", sessionId));
  const exceptSession = present(condition("s.id <> @exceptSessionId", "exceptSessionId", exceptSessionId));
  const ofMessages = present(
    filter.roles &&
      condition("m.role IN (SELECT value FROM json_each(@roles))", "roles", JSON.stringify(filter.roles)),
    condition("m.at >= @from", "from", from),
    condition("m.at <= @to", "to", to),
  );
  const ofSessions = present(
    filter.platforms &&
      condition(
        "s.platform IN (SELECT value FROM json_each(@platforms))",
        "platforms",
        JSON.stringify(filter.platforms),
      ),
    condition("s.user_id = @userId", "userId", userId),
    // Most have none, which takes less time to see than to parse.
    condition("s.tags <> '[]' AND EXISTS (SELECT 1 FROM json_each(s.tags) WHERE value = @tag)", "tag", tag),
  );
  const sessions = [...session, ...exceptSession, ...ofSessions];
  return {
    // Not the index's own way to a row by its id, which begins anew for each: so it goes through what matches once.
    ofIds: session.length === 0 ? "" : `AND +message_words.rowid IN (${idsOfSession})`,
    // The sessions are found once, not for each message.
    ofMessages: [
      ...ofMessages.map(({ sql }) => `AND ${sql}`),
      ...exceptSession.map(() => `AND m.session_key IS NOT (${keyOfSession("@exceptSessionId")})`),
      ...(ofSessions.length === 0
        ? []
        : [`AND m.session_key IN (SELECT s.key FROM sessions AS s WHERE TRUE ${joined(ofSessions)})`]),
    ].join(" "),
    ofSessions: joined(sessions),
    values: Object.fromEntries([...ofMessages, ...sessions].map(({ name, value }) => [name, value])),
    sessionsAlone: ofMessages.length === 0,
  };
}

const keyOfSession = (id: string): string => `SELECT key FROM sessions WHERE id = ${id}`;
const idsOfSession = `SELECT id FROM messages WHERE session_key = (${keyOfSession("@sessionId")})`;

function joined(conditions: readonly Condition[]): string {
  return conditions.map(({ sql }) => `AND ${sql}`).join(" ");
}

function present(...conditions: readonly (Condition | undefined)[]): readonly Condition[] {
  return conditions.filter((each) => each !== undefined);
}

interface Condition {
  readonly sql: string;
  readonly name: string;
  readonly value: string | number;
}

function condition(sql: string, name: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : { sql, name, value };
}
