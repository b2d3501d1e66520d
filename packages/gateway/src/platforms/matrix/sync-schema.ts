import { z } from "zod";

/** One event of a room; what else it holds is left alone. */
export interface MatrixEvent {
  readonly event_id: string;
  readonly type: string;
  readonly sender: string;
  /** Milliseconds since 1970. */
  readonly origin_server_ts: number;
  readonly content: Readonly<Record<string, unknown>>;
  /** Present: it is a state of the room. */
  readonly state_key?: string | undefined;
  readonly unsigned?:
    | { readonly transaction_id?: string | undefined; readonly wasJoined: boolean }
    | undefined;
}

const eventSchema: z.ZodType<MatrixEvent> = z.object({
  event_id: z.string().min(1),
  type: z.string(),
  sender: z.string(),
  origin_server_ts: z.number().catch(0),
  content: z.record(z.string(), z.unknown()),
  state_key: z.string().optional().catch(undefined),
  unsigned: z
    .object({
      transaction_id: z.string().optional().catch(undefined),
      prev_content: z.object({ membership: z.string() }).optional().catch(undefined),
    })
    .transform(({ transaction_id, prev_content }) => ({
      transaction_id,
      wasJoined: prev_content?.membership === "join",
    }))
    .optional()
    .catch(undefined),
});

/** The events of a list that are events. */
export function readEvents(list: readonly unknown[]): readonly MatrixEvent[] {
  return list.flatMap((each) => eventSchema.safeParse(each).data ?? []);
}

export function readMatrixEvent(given: unknown): MatrixEvent | undefined {
  return eventSchema.safeParse(given).data;
}

const events = z.object({ events: z.array(z.unknown()).catch([]) }).catch({ events: [] });
const record = z.record(z.string(), z.unknown()).catch({});

interface EventList {
  readonly events: readonly unknown[];
}

export interface Sync {
  /** Where the next one begins: without it nobody knows where to go on. */
  readonly next_batch: string;
  readonly account_data: EventList;
  /** By the ids of rooms. */
  readonly rooms: {
    readonly join: Readonly<Record<string, unknown>>;
    readonly invite: Readonly<Record<string, unknown>>;
  };
}

export const syncSchema: z.ZodType<Sync> = z.object({
  next_batch: z.string().min(1),
  account_data: events,
  rooms: z.object({ join: record, invite: record }).catch({ join: {}, invite: {} }),
});

/** A room within a sync. */
export interface JoinedRoom {
  readonly summary: {
    readonly "m.joined_member_count"?: number | undefined;
    readonly "m.invited_member_count"?: number | undefined;
  };
  readonly state: EventList;
  readonly timeline: EventList & {
    /** Whether more was said than is given. */
    readonly limited: boolean;
    readonly prev_batch?: string | undefined;
  };
}

const count = z.number().optional().catch(undefined);

export const joinedRoomSchema: z.ZodType<JoinedRoom> = z.object({
  summary: z.object({ "m.joined_member_count": count, "m.invited_member_count": count }).catch({}),
  state: events,
  timeline: z
    .object({
      events: z.array(z.unknown()).catch([]),
      limited: z.boolean().catch(false),
      prev_batch: z.string().optional().catch(undefined),
    })
    .catch({ events: [], limited: false }),
});

/** A page of the past, the newest first. */
export const pageSchema: z.ZodType<{
  readonly chunk: readonly unknown[];
  readonly end?: string | undefined;
}> = z.object({
  chunk: z.array(z.unknown()),
  end: z.string().optional().catch(undefined),
});

/** What is asked for with each sync. */
export const syncFilter: string = JSON.stringify({
  presence: { types: [] },
  account_data: { types: ["m.direct"] },
  room: {
    ephemeral: { types: [] },
    account_data: { types: [] },
    state: { types: ["m.room.name", "m.room.member", "m.room.encryption"], lazy_load_members: true },
    timeline: { limit: 50 },
  },
});
