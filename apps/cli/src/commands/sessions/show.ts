import { HermesError } from "@hermes/registry/errors";
import type { ChildRecord } from "@hermes/agent-loop/delegate";
import type { SessionRecord, State, StoredMessage } from "@hermes/state";
import { exitCodes, type Host } from "../../host.ts";
import { fit, oneLine } from "../../render/fit.ts";
import { messageLines, type MessageLinesOptions } from "../../render/message-lines.ts";
import { printJson, printLines } from "../../render/print.ts";
import { factLines, titleOf } from "../../render/session-lines.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { table } from "../../render/table.ts";
import { wrap } from "../../render/wrap.ts";
import { findSession, openStore } from "./open-store.ts";

export interface ShowOptions {
  readonly json?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly around?: number | undefined;
  readonly limit?: number | undefined;
}

const shownAround = 20;
/** Messages that are read at once; the longest session takes no more memory than this. */
const pageSize = 200;

/** What of a session is shown. */
interface Piece {
  readonly from: number | undefined;
  readonly count: number;
  /** How many there are before the piece. */
  readonly earlier: number;
}

/** `hermes sessions show`: a session to read, whole or around one message. */
export async function showSession(
  wanted: readonly string[],
  options: ShowOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.needed();
  const session = findSession(state, wanted.join(" "));
  const piece = pieceOf(state, session, options);
  const { createInnerCallReader } = await import("@hermes/state");
  const children = await store.runtime.childrenOf(session.id);
  const innerCallsOf = createInnerCallReader(await store.runtime.scriptCalls(session.id));
  if (options.json) {
    const messages = [...messagesOf(state, session.id, piece)].map((stored) => {
      const innerCalls = innerCallsOf(stored);
      return innerCalls.length === 0 ? stored : { ...stored, innerCalls };
    });
    const later = laterThan(state, session.id, messages.at(-1)?.id);
    const agents = children.map(({ id, goal, state: outcome }) => ({ id, goal, state: outcome }));
    printJson(host, { session, agents, earlier: piece.earlier, later, messages });
  } else print(state, { session, children, piece, options, innerCallsOf }, host);
  return exitCodes.ok;
}

function pieceOf(state: State, session: SessionRecord, { around, limit }: ShowOptions): Piece {
  if (around === undefined) {
    const all = (state.window(session.id, { after: 0 })?.later ?? -1) + 1;
    const count = Math.min(all, limit ?? all);
    if (count === all) return { from: undefined, count, earlier: 0 };
    return { from: nthMessage(state, session.id, all - count), count, earlier: all - count };
  }
  const count = limit ?? shownAround;
  const before = Math.floor((count - 1) / 3);
  const window = state.window(session.id, { around, before, after: count - 1 - before });
  if (window === undefined) throw noSuchMessage(session.id, around);
  return { from: window.messages[0]?.id, count, earlier: window.earlier };
}

/** Ids grow, but not one by one: other sessions take some of them. */
function nthMessage(state: State, sessionId: string, place: number): number | undefined {
  let from: number | undefined;
  for (let left = place; ; left -= pageSize) {
    const { messages = [] } = state.window(sessionId, { around: from, after: pageSize }) ?? {};
    if (left <= pageSize || messages.length <= pageSize) return messages[left]?.id;
    from = messages.at(-1)?.id;
  }
}

function* messagesOf(state: State, sessionId: string, { from, count }: Piece): Iterable<StoredMessage> {
  let next = from;
  for (let left = count; left > 0; left -= pageSize) {
    // One more tells where the next page begins.
    const window = state.window(sessionId, { around: next, after: Math.min(left, pageSize) });
    const messages = window?.messages ?? [];
    yield* messages.slice(0, Math.min(left, pageSize));
    next = messages[pageSize]?.id;
    if (next === undefined) return;
  }
}

interface Shown {
  readonly session: SessionRecord;
  readonly children: readonly ChildRecord[];
  readonly piece: Piece;
  readonly options: ShowOptions;
  readonly innerCallsOf: MessageLinesOptions["innerCallsOf"];
}

function print(state: State, { session, children, piece, options, innerCallsOf }: Shown, host: Host): void {
  const style = createStyle(coloured(host.stdout));
  const columns = options.raw ? undefined : host.stdout.columns;
  const { raw = false, around } = options;
  const shape: MessageLinesOptions = { columns, style, raw, around, innerCallsOf };
  const title = titleOf(session);
  printLines(host, [
    style.bold(columns === undefined ? title : fit(title, columns)),
    ...factLines(session, columns, style),
    ...familyLines(state, { session, children, columns }),
    "",
  ]);
  let first: number | undefined;
  let last: number | undefined;
  const more = (count: number, where: string, id: number | undefined): readonly string[] =>
    wrap(`… ${count} ${where}: --around ${id}`, { columns }).map(style.dim);
  for (const message of messagesOf(state, session.id, piece)) {
    first ??= message.id;
    if (message.id === first && piece.earlier > 0)
      printLines(host, [...more(piece.earlier, "earlier", first), ""]);
    last = message.id;
    printLines(host, messageLines(message, shape));
  }
  const later = laterThan(state, session.id, last);
  if (later > 0) printLines(host, more(later, "later", last));
}

/** Whom it works for, and who works for it. */
function familyLines(
  state: State,
  {
    session,
    children,
    columns,
  }: Pick<Shown, "session" | "children"> & { readonly columns: number | undefined },
): readonly string[] {
  const { parentId } = session;
  const parent = parentId === undefined ? undefined : state.sessions.get(parentId);
  const of = parentId === undefined ? [] : [`  Works for ${parentId}${parent && `: ${titleOf(parent)}`}`];
  const rows = children.map(({ id, state: outcome, goal }) => ["", id, outcome, oneLine(goal)]);
  return [...of, ...(rows.length === 0 ? [] : ["  Its agents:", ...table(rows, columns)])].map((line) =>
    columns === undefined ? line : fit(line, columns),
  );
}

function laterThan(state: State, sessionId: string, last: number | undefined): number {
  return last === undefined ? 0 : (state.window(sessionId, { around: last, after: 0 })?.later ?? 0);
}

function noSuchMessage(sessionId: string, around: number): HermesError {
  return new HermesError(`There is no message #${around} in ${sessionId}.`, {
    code: "CLI_NO_MESSAGE",
    hint: "`hermes sessions search` shows the numbers of messages.",
  });
}
