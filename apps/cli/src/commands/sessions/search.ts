import type { SearchHit, SearchResult, SessionHits } from "@hermes/state";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import type { RoleName } from "../../program/session-values.ts";
import { fit, oneLine } from "../../render/fit.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printLines } from "../../render/print.ts";
import { factLines, titleOf } from "../../render/session-lines.ts";
import { speakerOf } from "../../render/speaker.ts";
import { coloured, createStyle, type Style } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import { findSession, openStore } from "./open-store.ts";

export interface SearchCommandOptions {
  readonly json?: boolean | undefined;
  readonly limit: number;
  readonly role?: readonly RoleName[] | undefined;
  readonly platform?: string | undefined;
  readonly tag?: string | undefined;
  readonly session?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

const hitsOfOneSession = 20;
const hitsOfEach = 3;

/** `hermes sessions search`: what was said, grouped by session, the best first. */
export async function searchSessions(
  words: readonly string[],
  options: SearchCommandOptions,
  host: Host,
): Promise<number> {
  const query = words.join(" ");
  if (query.trim() === "")
    throw usageError('There is nothing to look for. Try: hermes sessions search "a word"');
  await using store = await openStore(host);
  const state = await store.existing();
  const { role, platform, tag, session, since, until, limit } = options;
  const sessionId = state && session !== undefined ? findSession(state, session).id : undefined;
  const result: SearchResult = state?.search(query, {
    roles: role,
    platforms: platform === undefined ? undefined : [platform],
    tag,
    sessionId,
    from: since,
    to: until,
    limit,
    hitsPerSession: sessionId === undefined ? hitsOfEach : hitsOfOneSession,
  }) ?? { sessions: [], bounded: false };
  if (options.json) printJson(host, { query, ...result });
  else printResult(result, query, host);
  return exitCodes.ok;
}

function printResult({ sessions, bounded, warning }: SearchResult, query: string, host: Host): void {
  const style = createStyle(coloured(host.stdout));
  const { columns } = host.stdout;
  for (const [index, each] of sessions.entries())
    printLines(host, [...(index > 0 ? [""] : []), ...groupLines(each, columns, style)]);
  if (sessions.length === 0) {
    const advice = 'Fewer words, begin* or "a phrase" find more.';
    printLines(host, wrap(`Nothing found for: ${oneLine(query)}. ${advice}`, { columns }));
  } else if (host.stdout.isTTY)
    printLines(host, [
      "",
      ...wrap("Read on: hermes sessions show ID --around NUMBER", { columns }).map(style.dim),
    ]);
  const remarks = [
    ...(bounded
      ? ["Only the newest matches were ranked; older ones are missing. Add a word, or --until."]
      : []),
    ...(warning === undefined ? [] : [warning]),
  ];
  for (const remark of remarks)
    for (const line of wrap(remark, { columns: host.stderr.columns })) host.stderr.write(`${line}\n`);
}

function groupLines(
  { session, hits, aboutMatches }: SessionHits,
  columns: number | undefined,
  style: Style,
): readonly string[] {
  const title = titleOf(session);
  const about =
    aboutMatches && hits.length === 0 && session.summary !== undefined
      ? wrap(oneLine(session.summary), { columns, indent: 4 })
      : [];
  return [
    style.bold(columns === undefined ? title : fit(title, columns)),
    ...factLines(session, columns, style),
    ...about,
    ...hits.flatMap((hit) => hitLines(hit, columns, style)),
  ];
}

function hitLines(hit: SearchHit, columns: number | undefined, style: Style): readonly string[] {
  const head = style.dim(oneLine(`#${hit.messageId} ${speakerOf(hit)} · ${localTime(hit.at)}`));
  const snippet = oneLine(hit.snippet);
  const marked = snippet.replace(/>>>(.*?)<<</g, (_, match: string) => style.mark(match));
  return [...wrap(head, { columns, indent: 2 }), ...wrap(marked, { columns, indent: 4 })];
}
