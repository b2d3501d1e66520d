import type { MessageWindow, State } from "@hermes/state";

export interface MessagePageOptions {
  /** Id of a message: those before it. Without one of both, the last ones. */
  readonly before?: number | undefined;
  /** Id of a message: those after it. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Messages of a session as they are leafed through. Undefined where there is no such message in it. */
export async function messagePage(
  state: State,
  sessionId: string,
  { before, after, limit }: MessagePageOptions,
): Promise<MessageWindow | undefined> {
  if (after !== undefined) {
    const page = state.window(sessionId, { around: after, after: limit });
    return page && { ...page, earlier: page.earlier + 1, messages: page.messages.slice(1) };
  }
  if (before !== undefined) {
    const page = state.window(sessionId, { around: before, before: limit, after: 0 });
    return page && { ...page, later: page.later + 1, messages: page.messages.slice(0, -1) };
  }
  const last = await lastMessage(state, sessionId);
  return last === undefined
    ? { messages: [], earlier: 0, later: 0 }
    : state.window(sessionId, { around: last, before: limit - 1, after: 0 });
}

async function lastMessage(state: State, sessionId: string): Promise<number | undefined> {
  const query = await state.kysely();
  const row = await query
    .selectFrom("messages")
    .innerJoin("sessions", "sessions.key", "messages.session_key")
    .select(({ fn }) => fn.max("messages.id").as("id"))
    .where("sessions.id", "=", sessionId)
    .where("messages.from_compression", "=", 0)
    .executeTakeFirst();
  return row?.id ?? undefined;
}
