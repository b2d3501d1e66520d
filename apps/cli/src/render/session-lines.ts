import type { SessionRecord } from "@hermes/state";
import { countOf } from "./count-of.ts";
import { fit, oneLine } from "./fit.ts";
import { joined } from "./joined.ts";
import { localTime } from "./local-time.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";

/** Below this a line per session would show ids and no titles. */
const narrow = 80;

/** Sessions as a list: a line each, or on a narrow terminal the title above the rest. Ids are never cut. */
export function sessionLines(
  sessions: readonly SessionRecord[],
  { columns, style }: { readonly columns: number | undefined; readonly style: Style },
): readonly string[] {
  if (columns === undefined || columns >= narrow) return table(sessions.map(rowOf), columns);
  return sessions.flatMap((session) => [
    style.bold(fit(titleOf(session), columns)),
    ...factLines(session, columns, style),
  ]);
}

export function titleOf({ title }: Pick<SessionRecord, "title">): string {
  return oneLine(title) || "(without a title)";
}

/** Id, time, size and tags below a title. */
export function factLines(
  session: SessionRecord,
  columns: number | undefined,
  style: Style,
): readonly string[] {
  const facts = [
    session.id,
    localTime(session.lastActiveAt),
    session.platform,
    countOf(session.messageCount),
    ...session.tags.map((tag) => `#${tag}`),
  ].map(oneLine);
  return joined(facts, { columns, indent: 2 }).map((line) => style.dim(line));
}

function rowOf(session: SessionRecord): readonly string[] {
  const tags = session.tags.map((tag) => ` #${tag}`).join("");
  return [
    session.id,
    localTime(session.lastActiveAt),
    countOf(session.messageCount),
    `${titleOf(session)}${tags}`,
  ];
}
