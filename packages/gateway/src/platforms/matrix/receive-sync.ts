import type { PlatformHost } from "../platform.ts";
import { type MatrixAnswer, roomPath } from "./matrix-api.ts";
import { matrixLimits } from "./matrix-limits.ts";
import { readEvent } from "./read-event.ts";
import type { Rooms } from "./rooms.ts";
import {
  type JoinedRoom,
  joinedRoomSchema,
  type MatrixEvent,
  pageSchema,
  readEvents,
  type Sync,
} from "./sync-schema.ts";

export interface SyncReceiver {
  readonly host: Pick<PlatformHost, "message" | "memory" | "log">;
  readonly rooms: Rooms;
  readonly self: string;
  readonly isAllowed: (roomId: string) => boolean;
  readonly autoJoin: boolean;
  readonly ask: (path: string, query?: Readonly<Record<string, string | undefined>>) => Promise<MatrixAnswer>;
  readonly join: (roomId: string) => Promise<MatrixAnswer>;
  /** Says that encrypted rooms can't be read. */
  readonly explain: (roomId: string) => Promise<void>;
}

/**
 * Hands over what one sync holds. Resolves once all of it is kept; rejects where it is to come again.
 *
 * @param since Where it began. Undefined: nothing is handed over, as it was said to nobody.
 */
export async function receiveSync(
  sync: Sync,
  since: string | undefined,
  receiver: SyncReceiver,
): Promise<void> {
  const { rooms, isAllowed, autoJoin } = receiver;
  for (const { type, content } of sync.account_data.events.flatMap(accountData))
    if (type === "m.direct") rooms.direct(content);
  for (const [roomId, room] of Object.entries(sync.rooms.join)) {
    const joined = joinedRoomSchema.safeParse(room).data;
    if (joined === undefined || !isAllowed(roomId)) continue;
    if (since === undefined) rooms.heard(roomId, joined, readEvents(joined.timeline.events));
    else await receiveRoom(roomId, joined, since, receiver);
  }
  const invited = Object.keys(sync.rooms.invite).filter(isAllowed);
  if (autoJoin)
    for (const roomId of invited.slice(0, matrixLimits.joinsPerSync)) await accept(roomId, receiver);
}

function accountData(given: unknown): readonly { readonly type: unknown; readonly content: unknown }[] {
  return typeof given === "object" && given !== null && "type" in given && "content" in given ? [given] : [];
}

/** An invitation that is refused (withdrawn, a room that is gone) stops nothing. */
async function accept(roomId: string, { join, host }: SyncReceiver): Promise<void> {
  const answer = await join(roomId);
  if (!answer.ok)
    host.log("warn", "An invitation to a Matrix room was not accepted.", { roomId, reason: answer.reason });
}

async function receiveRoom(
  roomId: string,
  joined: JoinedRoom,
  since: string,
  receiver: SyncReceiver,
): Promise<void> {
  const { rooms, host, self } = receiver;
  const timeline = readEvents(joined.timeline.events);
  const { limited, prev_batch: before } = joined.timeline;
  const isGap = limited && before !== undefined && !timeline.some((event) => isEntry(event, self));
  const missed = isGap ? await fillGap(roomId, before, since, receiver) : [];
  const events = [...missed, ...timeline];
  rooms.heard(roomId, joined, events);
  // What was said before the bot was invited was said to others.
  const invited = events.findLastIndex(
    (each) => isEntry(each, self) && each.content["membership"] === "invite",
  );
  const entry = invited === -1 ? events.findLastIndex((each) => isEntry(each, self)) : invited;
  for (const event of events.slice(entry + 1)) {
    if (event.sender === self || event.state_key !== undefined) continue;
    if (event.type === "m.room.encrypted") await explainOnce(roomId, receiver);
    if (event.type !== "m.room.message" && event.type !== "m.sticker") continue;
    const room = (await rooms.get(roomId)) ?? { kind: "group", isEncrypted: false, names: new Map() };
    const message = await readEvent(event, { roomId, room, rooms, self });
    if (message !== undefined) await host.message(message);
  }
}

/** The bot's own invitation, or its coming in where that is not seen. */
function isEntry({ type, state_key: key, content, unsigned }: MatrixEvent, self: string): boolean {
  const { membership } = content;
  if (type !== "m.room.member" || key !== self) return false;
  return membership === "invite" || (membership === "join" && unsigned?.wasJoined !== true);
}

/**
 * What was said in a room between two syncs and was too much for one, the oldest first.
 *
 * @throws where the homeserver does not answer: then the whole sync comes again
 */
async function fillGap(
  roomId: string,
  before: string,
  since: string,
  { ask, host, self }: SyncReceiver,
): Promise<readonly MatrixEvent[]> {
  const found: MatrixEvent[] = [];
  let from: string | undefined = before;
  for (let page = 0; page < matrixLimits.gapPages && from !== undefined && from !== since; page += 1) {
    const query = { dir: "b", from, to: since, limit: String(matrixLimits.gapPage) };
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const answer: MatrixAnswer = await ask(roomPath(roomId, "messages"), query);
    if (!answer.ok && (answer.status === 0 || answer.status === 429 || answer.status >= 500))
      throw new Error(`the homeserver does not give what was missed: ${answer.reason}`);
    const given = answer.ok ? pageSchema.safeParse(answer.result).data : undefined;
    const events = readEvents(given?.chunk ?? []);
    found.push(...events);
    from = events.length === 0 || events.some((event) => isEntry(event, self)) ? undefined : given?.end;
  }
  if (from !== undefined && from !== since)
    host.log("warn", "More was said in a Matrix room than is fetched after an absence.", {
      roomId,
      fetched: found.length,
    });
  return found.toReversed();
}

async function explainOnce(roomId: string, { host, explain }: SyncReceiver): Promise<void> {
  const key = `encrypted:${roomId}`;
  if ((await host.memory.read(key)) !== undefined) return;
  host.log("warn", "A Matrix room is encrypted: nothing in it can be read.", { roomId });
  await host.memory.write(key, "told");
  await explain(roomId);
}
