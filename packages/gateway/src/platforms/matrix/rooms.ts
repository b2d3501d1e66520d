import { z } from "zod";
import { setNewest } from "../drop-oldest.ts";
import { type MatrixAnswer, roomPath } from "./matrix-api.ts";
import { type JoinedRoom, type MatrixEvent, readMatrixEvent } from "./sync-schema.ts";

/** What is known of a room. */
export interface Room {
  readonly title?: string | undefined;
  readonly kind: "dm" | "group";
  readonly isEncrypted: boolean;
  /** What people are called, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Rooms {
  /** Asked for once, until something of it changes. Undefined: the bot is not in it, or nobody answers. */
  get(roomId: string): Promise<Room | undefined>;
  /** An event by its id, as it was first. */
  event(roomId: string, eventId: string): Promise<MatrixEvent | undefined>;
  /** Takes in what a sync says of a room. */
  heard(roomId: string, room: JoinedRoom, events: readonly MatrixEvent[]): void;
  /** Takes in which rooms the bot's account calls direct. */
  direct(content: unknown): void;
}

const maxEvents = 1_000;
const maxRooms = 1_000;
const members = z.object({
  joined: z.record(
    z.string(),
    z.object({ display_name: z.string().nullish().catch(undefined) }).catch({ display_name: undefined }),
  ),
});
const nameSchema = z.object({ name: z.string().min(1) });
const encryptionSchema = z.object({ algorithm: z.string().min(1) });
const directSchema = z.record(z.string(), z.array(z.string()).catch([])).catch({});

export function createRooms(ask: (path: string) => Promise<MatrixAnswer>): Rooms {
  const known = new Map<string, Promise<Room | undefined>>();
  const counts = new Map<string, number>();
  const events = new Map<string, MatrixEvent>();
  let directRooms: ReadonlySet<string> = new Set();

  const keep = (event: MatrixEvent): void => setNewest(events, event.event_id, event, maxEvents);
  const state = async <State>(roomId: string, type: string, schema: z.ZodType<State>) => {
    const answer = await ask(`${roomPath(roomId, "state", type)}/`);
    return answer.ok ? schema.safeParse(answer.result).data : undefined;
  };
  const load = async (roomId: string): Promise<Room | undefined> => {
    const [joined, named, encryption] = await Promise.all([
      ask(roomPath(roomId, "joined_members")),
      state(roomId, "m.room.name", nameSchema),
      state(roomId, "m.room.encryption", encryptionSchema),
    ]);
    const people = joined.ok ? members.safeParse(joined.result).data?.joined : undefined;
    const count = counts.get(roomId) ?? (people === undefined ? undefined : Object.keys(people).length);
    if (count === undefined && named === undefined) return undefined;
    const names = Object.entries(people ?? {}).flatMap(([id, { display_name: name }]) =>
      name === undefined || name === null || name === "" ? [] : [[id, name] as const],
    );
    return {
      title: named?.name,
      // Of more than two only some are meant, whatever an account calls it.
      kind:
        (count ?? Number.POSITIVE_INFINITY) <= 2 || (count === undefined && directRooms.has(roomId))
          ? "dm"
          : "group",
      isEncrypted: encryption !== undefined,
      names: new Map(names),
    };
  };

  return {
    async get(roomId) {
      const found = known.get(roomId) ?? load(roomId);
      setNewest(known, roomId, found, maxRooms);
      const room = await found;
      // What was not answered is asked again.
      if (room === undefined && known.get(roomId) === found) known.delete(roomId);
      return room;
    },
    async event(roomId, eventId) {
      const seen = events.get(eventId);
      if (seen !== undefined) return seen;
      const answer = await ask(roomPath(roomId, "event", eventId));
      const event = answer.ok ? readMatrixEvent(answer.result) : undefined;
      if (event !== undefined) keep(event);
      return event;
    },
    heard(roomId, { summary, state: { events: states } }, heard) {
      const { "m.joined_member_count": joined, "m.invited_member_count": invited } = summary;
      if (joined !== undefined) setNewest(counts, roomId, joined + (invited ?? 0), maxRooms);
      const isChanged = [...states.flatMap((each) => readMatrixEvent(each) ?? []), ...heard].some(
        ({ type, state_key: key }) => key !== undefined && /^m\.room\.(?:member|name|encryption)$/.test(type),
      );
      if (isChanged) {
        known.delete(roomId);
        if (joined === undefined) counts.delete(roomId);
      }
      for (const event of heard) keep(event);
    },
    direct(content) {
      directRooms = new Set(Object.values(directSchema.parse(content)).flat());
    },
  };
}
