import type { Message } from "@hermes/models";

/** A message of the live history, as the store knows it. */
export interface LiveId {
  readonly role: Message["role"];
  /** Of a result. */
  readonly callId?: string | undefined;
  /** Of the original, in whatever form the history holds it. Undefined: there is none, a compression wrote it. */
  readonly id?: number | undefined;
}

/** Keeps every message as it was said. Matched by shape: `@hermes/state` implements `liveIds`. */
export interface MessageArchive {
  /** Those of the live history, in its order. */
  liveIds(sessionId: string): readonly LiveId[] | Promise<readonly LiveId[]>;
  /** The tool that gives originals back to the model, and its argument for a handle: `12`, or `12-340`. */
  readonly tool: string;
  readonly argument: string;
}

/** The id of each message; results are found by their call, the others by their order, from the end. */
export function idsOf(
  messages: readonly Message[],
  live: readonly LiveId[],
): ReadonlyMap<Message, number | undefined> {
  const ids = new Map<Message, number | undefined>();
  const results = new Map(live.flatMap(({ callId, id }) => (callId === undefined ? [] : [[callId, id]])));
  const others = live.filter(({ role }) => role !== "tool");
  for (const message of messages.toReversed()) {
    if (message.role === "tool") {
      ids.set(message, results.get(message.callId));
      continue;
    }
    const row = others.pop();
    // Where the store holds something else, no message before it can be told.
    if (row?.role !== message.role) others.length = 0;
    else ids.set(message, row.id);
  }
  return ids;
}

/** Ids of a stretch of the conversation. */
export interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export function joinSpans(...spans: readonly Span[]): Span {
  const from = spans.flatMap((span) => span.from ?? []);
  const to = spans.flatMap((span) => span.to ?? []);
  return from.length === 0 || to.length === 0 ? {} : { from: Math.min(...from), to: Math.max(...to) };
}

export function handleOf({ from, to }: Span): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  return from === to ? String(from) : `${from}-${to}`;
}
