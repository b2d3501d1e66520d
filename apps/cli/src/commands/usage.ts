import { budgetLines, totalLines } from "@hermes/agent-loop/controller";
import type { State } from "@hermes/state";
import { exitCodes, type Host } from "../host.ts";
import { amount, dollars } from "../render/amount.ts";
import { printJson, printLines } from "../render/print.ts";
import { titleOf } from "../render/session-lines.ts";
import { coloured, createStyle } from "../render/style.ts";
import { table } from "../render/table.ts";
import { wrap } from "../render/wrap.ts";
import { findSession, openStore } from "./sessions/open-store.ts";

export interface UsageOptions {
  readonly days?: number | undefined;
  readonly day?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes usage`: what a conversation cost, or all of them today, and what is left of the budgets. */
export async function usage(
  session: string | undefined,
  { days, day, json }: UsageOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = session === undefined ? await store.existing() : await store.needed();
  const columns = host.stdout.columns ?? 80;
  if (state === undefined) {
    if (json) printJson(host, { calls: 0 });
    else host.stdout.write("Nothing was said yet. Start with: hermes\n");
    return exitCodes.ok;
  }
  const asked = session === undefined ? undefined : findSession(state, session);
  // A conversation is asked about as a whole, unless somebody names a range.
  const isWhole = asked !== undefined && days === undefined && day !== true;
  const from = isWhole ? undefined : startOfDay((days ?? 1) - 1);
  const report = await store.runtime.usage({ sessionId: asked?.id, from });
  const found = {
    ...(asked === undefined ? {} : { session: asked.id }),
    ...(from === undefined ? {} : { from }),
    ...report,
    ...(asked === undefined ? { sessions: sessionsSince(state, from) } : {}),
    ...(days === undefined ? {} : { days: state.spending.days(localDay(startOfDay(days - 1))) }),
  };
  if (json) printJson(host, found);
  else {
    const style = createStyle(coloured(host.stdout));
    const title = asked === undefined ? rangeTitle(days) : titleOf(asked);
    const lines = [...totalLines(report), ...budgetLines(report.budgets)];
    printLines(host, [
      ...wrap(title, { columns }).map((line) => style.bold(line)),
      ...lines.flatMap((line) => wrap(line, { columns })),
      ...section("Days", (found.days ?? []).map(dayRow), columns),
      ...section("Conversations", (found.sessions ?? []).slice(0, mostSessions).map(sessionRow), columns),
    ]);
  }
  return exitCodes.ok;
}

const mostSessions = 10;

interface SessionUse {
  readonly id: string;
  readonly title: string;
  readonly tokens: number;
  readonly costUsd: number;
  /** Of it and of those that it started, where there are any. */
  readonly tree?: { readonly tokens: number; readonly usd: number; readonly requests: number } | undefined;
}

/** The dearest first. */
function sessionsSince(state: State, from: number | undefined): readonly SessionUse[] {
  const now = Date.now();
  return state.usage
    .sums({ by: "session", from })
    .flatMap(({ key, usage: used }) => {
      const record = key === "" ? undefined : state.sessions.get(key);
      if (record === undefined) return [];
      // What works for another one is counted with it.
      if (record.parentId !== undefined && state.sessions.get(record.parentId) !== undefined) return [];
      const { session, tree } = state.spending.spent(key, now);
      const hasChildren = tree.settled.requests > session.settled.requests;
      return [
        {
          id: key,
          title: titleOf(record),
          tokens: used.inputTokens + used.cacheReadTokens + used.cacheWriteTokens + used.outputTokens,
          costUsd: used.costUsd ?? 0,
          ...(hasChildren ? { tree: tree.settled } : {}),
        },
      ];
    })
    .toSorted((left, right) => right.costUsd - left.costUsd || right.tokens - left.tokens);
}

function sessionRow({ id, title, tokens, costUsd, tree }: SessionUse): readonly string[] {
  const all =
    tree === undefined ? "" : ` (with those it started ${dollars(tree.usd)}, ${amount(tree.tokens)})`;
  return [dollars(costUsd), amount(tokens), id, `${title}${all}`];
}

function dayRow({ day, settled }: ReturnType<State["spending"]["days"]>[number]): readonly string[] {
  return [day, dollars(settled.usd), amount(settled.tokens), `${settled.requests} requests`];
}

function section(title: string, rows: readonly (readonly string[])[], columns: number): readonly string[] {
  return rows.length === 0 ? [] : ["", title, ...table(rows, columns)];
}

function rangeTitle(days: number | undefined): string {
  return days === undefined || days === 1 ? "Today" : `The last ${days} days`;
}

/** Of the local day so many days ago. */
function startOfDay(daysAgo: number): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}

function localDay(at: number): string {
  const date = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
