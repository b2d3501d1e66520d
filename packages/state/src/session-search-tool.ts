import { defineTool, untrustedValue, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { parseDateRange, type DateRange } from "./date-range.ts";
import { textOf } from "./message-row.ts";
import type { State } from "./open-state.ts";
import { recallMessages } from "./recall-messages.ts";
import type { SearchResult } from "./search/search-result.ts";
import type { SessionRecord } from "./session-store.ts";
import type { StoredMessage } from "./stored-message.ts";

export interface SessionSearchOptions {
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Characters of an answer, and of a message in it. Room is left for what stands around the list. */
const maxChars = 7_000;
const maxMessageChars = 900;
const maxAnchorChars = 3_300;
const windowBefore = 10;
const windowAfter = 20;

const description = `Earlier conversations, on every platform: find what was said, done or decided there. Free of charge; use it before asking the person to repeat something, and when they refer to "last time".

query: finds messages, best first. All words must be there; also "a phrase", a OR b, a NOT b, begin*. Parts of identifiers and paths are found, and any language.
session_id: reads that conversation from its beginning. With around (a message_id): reads there. With query: searches only there.
recall: a handle that a summary of this conversation names (12 or 12-340); gives the condensed messages word for word.
Nothing of these: lists the latest conversations.
The conversation you are in is never found by the others.`;

const input = z.object({
  query: z.string().optional().describe("What to look for."),
  role_filter: z
    .array(z.enum(["user", "assistant", "tool"]))
    .optional()
    .describe('Who said it. Default: ["user", "assistant"]; add "tool" for results of tools.'),
  date_range: z
    .string()
    .optional()
    .describe("When: 7d for the last seven days, or 2026-01-01..2026-01-31; either side may be missing."),
  platform: z.string().optional().describe("Where: cli, telegram, …"),
  limit: z.int().min(1).max(20).optional().describe("Conversations to show. Default: 5."),
  offset: z.int().min(0).default(0).describe("Conversations to skip, for the next page."),
  session_id: z.string().optional().describe("A conversation, or the beginning of its id."),
  around: z.int().optional().describe("A message_id of that conversation."),
  recall: z.string().optional().describe("A handle of a summary of this conversation."),
});

type Input = z.infer<typeof input>;

/**
 * The tool that finds and reads sessions other than the one it is called in.
 *
 * @param store The store, or what gives it when it is first needed. Where there is none the tool answers an error.
 */
export function sessionSearchTool(
  store: State | (() => Promise<State | undefined>),
  { now = Date.now }: SessionSearchOptions = {},
): Tool {
  return defineTool({
    name: "session_search",
    toolset: "session_search",
    description,
    emoji: "🔎",
    input,
    aliases: { around_message_id: "around" },
    action: { name: "session.search", summary: "search earlier conversations", readOnly: true },
    async execute(asked, { sessionId: currentSessionId }) {
      const state = typeof store === "function" ? await store() : store;
      if (state === undefined) return toolError("There are no conversations yet.");
      if (asked.recall !== undefined) {
        const { value, provenance } = recallMessages(state, currentSessionId, asked.recall);
        return untrustedValue(value, provenance);
      }
      const found = answer(state, asked, { currentSessionId, now });
      return untrustedValue(found, state.sourcesOf(sessionsIn(found)));
    },
    detail: ({ query, session_id: sessionId, recall }) =>
      recall ?? query ?? sessionId ?? "latest conversations",
  });
}

function answer(
  state: State,
  asked: Input,
  { currentSessionId, now }: { readonly currentSessionId: string; readonly now: () => number },
): object {
  const range = asked.date_range === undefined ? {} : parseDateRange(asked.date_range, now());
  if (range === undefined)
    return toolError(`"${asked.date_range}" is no range of dates.`, {
      hint: "Give 7d or 2026-01-01..2026-01-31.",
    });
  const sessionId = asked.session_id === undefined ? undefined : findSession(state, asked.session_id);
  if (sessionId !== undefined && typeof sessionId !== "string") return sessionId;
  if (sessionId !== undefined && sessionId === currentSessionId)
    return toolError("That is the conversation you are in.", { hint: "Its text is before you already." });
  if (asked.query !== undefined && asked.query.trim() !== "")
    return discover(state, { ...asked, query: asked.query, sessionId, range, currentSessionId });
  if (sessionId !== undefined && asked.offset > 0)
    return toolError("A conversation has no offset.", { hint: "Read on with around, a message_id." });
  if (sessionId !== undefined) return read(state, sessionId, asked.around);
  if (asked.around !== undefined)
    return toolError("around needs session_id.", { hint: "Both are in the answer to a query." });
  return browse(state, { ...asked, range, currentSessionId });
}

function findSession(state: State, prefix: string): string | object {
  try {
    return state.sessions.resolveId(prefix);
  } catch (error) {
    // Not there, or more than one: the error says which.
    const hint = error instanceof Error && "hint" in error ? String(error.hint) : "";
    return toolError(error instanceof Error ? error.message : String(error), { hint });
  }
}

/** The sessions of which an answer shows something. */
function sessionsIn(found: object): readonly string[] {
  const listed: unknown = "conversations" in found ? found.conversations : [found];
  return (Array.isArray(listed) ? listed : []).flatMap((each: unknown) =>
    typeof each === "object" && each !== null && "session_id" in each && typeof each.session_id === "string"
      ? [each.session_id]
      : [],
  );
}

interface Discovery extends Input {
  readonly query: string;
  readonly sessionId: string | undefined;
  readonly currentSessionId: string;
  readonly range: DateRange;
}

function discover(state: State, asked: Discovery): object {
  const { query, sessionId, currentSessionId, range, platform, offset, limit = 5 } = asked;
  const result = state.search(query, {
    roles: asked.role_filter ?? ["user", "assistant"],
    ...range,
    ...(platform === undefined ? {} : { platforms: [platform] }),
    ...(sessionId === undefined ? {} : { sessionId }),
    exceptSessionId: currentSessionId,
    limit: offset + limit + 1,
    hitsPerSession: sessionId === undefined ? 3 : 10,
  });
  const { shown, hint } = page(result.sessions, { offset, limit }, ({ session, hits }) => ({
    ...describe(session),
    hits: hits.map((hit) => ({
      message_id: hit.messageId,
      role: hit.toolName ?? hit.role,
      when: timeOf(hit.at),
      snippet: hit.snippet,
    })),
  }));
  return { conversations: shown, ...hint, ...remarks(result), ...nextStep(shown.length, offset) };
}

function remarks({ bounded, warning }: SearchResult): object {
  return {
    ...(bounded
      ? { bounded: "Only the newest matches were ranked: add a word or a date_range for older ones." }
      : {}),
    ...(warning === undefined ? {} : { warning }),
  };
}

function nextStep(found: number, offset: number): object {
  if (found > 0) return { read_on: "Give session_id and around: a message_id." };
  return offset > 0
    ? { hint: `Nothing more: there are at most ${offset} conversations.` }
    : { hint: 'Nothing found. Try fewer or other words, begin*, or role_filter with "tool".' };
}

function read(state: State, sessionId: string, around: number | undefined): object {
  const session = state.sessions.get(sessionId);
  const window = state.window(sessionId, {
    around,
    before: around === undefined ? 0 : windowBefore,
    after: windowAfter,
  });
  if (session === undefined || window === undefined)
    return toolError(`There is no message ${around ?? ""} in that conversation.`, {
      hint: "Leave around out to read from the beginning.",
    });
  const { messages, earlier, later } = window;
  const anchor = Math.max(
    0,
    messages.findIndex(({ id }) => id === around),
  );
  const { from, to } = fitAround(
    messages.map((message) => sizeOf(message, around)),
    anchor,
  );
  const shown = messages.slice(from, to);
  const before = earlier + from;
  const after = later + messages.length - to;
  return {
    ...describe(session),
    messages: shown.map((message) => show(message, around)),
    ...(before > 0 ? { earlier: before, read_back: `around: ${shown[0]?.id}` } : {}),
    ...(after > 0 ? { later: after, read_on: `around: ${shown.at(-1)?.id}` } : {}),
  };
}

function show(stored: StoredMessage, around: number | undefined): object {
  const { message, id, at } = stored;
  // Signs that nobody sees would fill the answer with escapes.
  const text = textOf(message).replace(/[^\P{Cc}\n\t]/gu, "");
  const most = id === around ? maxAnchorChars : maxMessageChars;
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.name] : []))
      : [];
  return {
    message_id: id,
    role: message.role === "tool" ? message.name : message.role,
    when: timeOf(at),
    text: cut(text, most),
    ...(calls.length > 0 ? { calls } : {}),
    ...(text.length > most ? { chars: text.length } : {}),
  };
}

function sizeOf(stored: StoredMessage, around: number | undefined): number {
  return JSON.stringify(show(stored, around)).length + 1;
}

function browse(
  state: State,
  { range, currentSessionId, platform, offset, limit = 5 }: Omit<Discovery, "query" | "sessionId">,
): object {
  const sessions = state.sessions
    .list({ limit: 200 + offset + limit, ...(platform === undefined ? {} : { platform }) })
    .filter(
      ({ id, lastActiveAt, startedAt }) =>
        id !== currentSessionId &&
        lastActiveAt >= (range.from ?? -Infinity) &&
        startedAt <= (range.to ?? Infinity),
    );
  const { shown, hint } = page(sessions, { offset, limit }, describe);
  return { conversations: shown, ...hint, ...(shown.length > 0 ? { read_on: "Give session_id." } : {}) };
}

function describe(session: SessionRecord): object {
  const { id, title, platform, lastActiveAt, messageCount, summary, tags } = session;
  return {
    session_id: id,
    title,
    platform,
    when: timeOf(lastActiveAt),
    messages: messageCount,
    ...(summary === undefined ? {} : { summary: cut(summary, 300) }),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

/** One page of all that was found, as much of it as fits, and how to go on. */
function page<Item>(
  all: readonly Item[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  showItem: (item: Item) => object,
): { shown: readonly object[]; hint: object } {
  let chars = 0;
  const items = all.slice(offset, offset + limit).map(showItem);
  const end = items.findIndex((item) => (chars += JSON.stringify(item).length + 1) > maxChars);
  const shown = end === -1 ? items : items.slice(0, Math.max(1, end));
  const next = offset + shown.length;
  const more = shown.length > 0 && next < all.length;
  return {
    shown,
    hint: more ? { hint: `[conversations ${offset + 1}–${next}; continue with offset: ${next}]` } : {},
  };
}

/** The piece of a list around `anchor` that fits, growing to both sides. */
function fitAround(sizes: readonly number[], anchor: number): { from: number; to: number } {
  // The message asked for is shown in any case; it is cut to fit.
  let [from, to, chars] = [anchor, Math.min(anchor + 1, sizes.length), sizes[anchor] ?? 0];
  const takes = (size: number | undefined): boolean => {
    if (size === undefined || chars + size > maxChars) return false;
    chars += size;
    return true;
  };
  for (let grown = true; grown;) {
    grown = false;
    if (takes(sizes[to])) [to, grown] = [to + 1, true];
    if (from > 0 && takes(sizes[from - 1])) [from, grown] = [from - 1, true];
  }
  return { from, to };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
