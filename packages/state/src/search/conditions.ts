import type { SearchFilter } from "./search-result.ts";

/** A filter as SQL over `messages AS m` and `sessions AS s`. */
export interface Conditions {
  /** What has to be joined to a table of the index, whose row has this id. */
  readonly joins: (id: string) => string;
  /** Begins with `AND`: the rows of the index among which all that may be seen are. Empty when that is not known. */
  readonly range: string;
  /** Begins with `AND`; empty when everything is searched. */
  readonly where: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** False when a condition is about single messages. */
  readonly sessionsAlone: boolean;
}

export function conditionsOf(filter: SearchFilter): Conditions {
  const { userId, sessionId, exceptSessionId, tag, from, to } = filter;
  const ofMessages = [
    filter.roles &&
      condition("m.role IN (SELECT value FROM json_each(@roles))", "roles", JSON.stringify(filter.roles)),
    condition("m.at >= @from", "from", from),
    condition("m.at <= @to", "to", to),
  ].filter((each) => each !== undefined);
  const ofSessions = [
    filter.platforms &&
      condition(
        "s.platform IN (SELECT value FROM json_each(@platforms))",
        "platforms",
        JSON.stringify(filter.platforms),
      ),
    condition("s.user_id = @userId", "userId", userId),
    condition("s.id = @sessionId", "sessionId", sessionId),
    condition("s.id <> @exceptSessionId", "exceptSessionId", exceptSessionId),
    condition("EXISTS (SELECT 1 FROM json_each(s.tags) WHERE value = @tag)", "tag", tag),
  ].filter((each) => each !== undefined);
  const used = [...ofMessages, ...ofSessions];
  return {
    // CROSS keeps the order: what matches the query first, then whether it may be seen.
    joins: (id) =>
      (used.length > 0 ? `CROSS JOIN messages AS m ON m.id = ${id} ` : "") +
      (ofSessions.length > 0 ? "CROSS JOIN sessions AS s ON s.key = m.session_key" : ""),
    range: sessionId === undefined ? "" : rangeOfSession,
    where: used.map(({ sql }) => `AND ${sql}`).join(" "),
    values: Object.fromEntries(used.map(({ name, value }) => [name, value])),
    sessionsAlone: ofMessages.length === 0,
  };
}

const idsOfSession = "FROM messages WHERE session_key = (SELECT key FROM sessions WHERE id = @sessionId)";
const rangeOfSession = `AND message_words.rowid BETWEEN (SELECT min(id) ${idsOfSession}) AND (SELECT max(id) ${idsOfSession})`;

interface Condition {
  readonly sql: string;
  readonly name: string;
  readonly value: string | number;
}

function condition(sql: string, name: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : { sql, name, value };
}
