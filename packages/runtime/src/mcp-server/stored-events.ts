import type { EventPlace, EventsPort, HermesEvent } from "@hermes/mcp/server";
import type { State } from "@hermes/state";
import { toPermission } from "./stored-permissions.ts";
import { toMessage } from "./stored-message.ts";

/** What happens in a store, whichever program does it: messages, and questions for permission. */
export function storedEvents(store: () => Promise<State>): EventsPort {
  return {
    async place() {
      const query = await (await store()).kysely();
      const [message, approval] = await Promise.all([
        query
          .selectFrom("messages")
          .select(({ fn }) => fn.max("id").as("last"))
          .executeTakeFirst(),
        query
          .selectFrom("approvals")
          .select(({ fn }) => fn.max("key").as("last"))
          .executeTakeFirst(),
      ]);
      return { message: message?.last ?? 0, approval: approval?.last ?? 0 };
    },
    async after(place, filter) {
      const state = await store();
      // Looked up first: what comes meanwhile is told the next time.
      const now = await this.place();
      const [messages, permissions] = await Promise.all([
        messagesAfter(state, place, filter),
        permissionsAfter(state, place, filter),
      ]);
      const told = merged(messages, permissions).slice(0, filter.limit);
      const isCut = messages.length + permissions.length > told.length || told.length >= filter.limit;
      return { events: told.map(({ event }) => event), place: behind(isCut ? place : now, told) };
    },
  };
}

interface Happened {
  readonly at: number;
  readonly place: Partial<EventPlace>;
  readonly event: HermesEvent;
}

/** By time, and each kind in its own order, whatever the clock did. */
function merged(messages: readonly Happened[], permissions: readonly Happened[]): readonly Happened[] {
  const [some, others] = [[...messages], [...permissions]];
  const all: Happened[] = [];
  for (;;) {
    const [one, other] = [some[0], others[0]];
    const next = (one?.at ?? Infinity) <= (other?.at ?? Infinity) ? some.shift() : others.shift();
    if (next === undefined) return all;
    all.push(next);
  }
}

/** Behind the last of each kind that was told. */
function behind(before: EventPlace, told: readonly Happened[]): EventPlace {
  const last = (kind: keyof EventPlace): number =>
    Math.max(before[kind], ...told.map(({ place }) => place[kind] ?? 0));
  return { message: last("message"), approval: last("approval") };
}

async function messagesAfter(
  state: State,
  { message: after }: EventPlace,
  { limit, conversationId }: Parameters<EventsPort["after"]>[1],
): Promise<readonly Happened[]> {
  const query = await state.kysely();
  const rows = await query
    .selectFrom("messages")
    .innerJoin("sessions", "sessions.key", "messages.session_key")
    .select(["messages.id as id", "sessions.id as sessionId"])
    .where("messages.id", ">", after)
    .where("messages.from_compression", "=", 0)
    .$if(conversationId !== undefined, (found) => found.where("sessions.id", "=", conversationId ?? ""))
    .orderBy("messages.id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, sessionId }): readonly Happened[] => {
    const stored = state.window(sessionId, { around: id, after: 0 })?.messages[0];
    if (stored === undefined) return [];
    const event = { type: "message", conversationId: sessionId, message: toMessage(stored) } as const;
    return [{ at: stored.at, place: { message: id }, event }];
  });
}

async function permissionsAfter(
  state: State,
  { approval: after }: EventPlace,
  { limit, conversationId }: Parameters<EventsPort["after"]>[1],
): Promise<readonly Happened[]> {
  const query = await state.kysely();
  const rows = await query
    .selectFrom("approvals")
    .select(["key", "id"])
    .where("key", ">", after)
    .$if(conversationId !== undefined, (found) => found.where("session_id", "=", conversationId ?? ""))
    .orderBy("key")
    .limit(limit)
    .execute();
  return rows.flatMap(({ key, id }): readonly Happened[] => {
    const approval = state.approvals.get(id);
    if (approval === undefined) return [];
    const event = { type: "permission-asked", permission: toPermission(approval) } as const;
    return [{ at: approval.askedAt, place: { approval: key }, event }];
  });
}
