import type { ServerResponse } from "node:http";
import { type Asked, forClient, MatrixError } from "./matrix-server-request.ts";
import type { MatrixWorld } from "./matrix-world.ts";

/** `GET /sync`: at once where there is something new, else once there is, or after `timeout`. */
export async function answerSync(
  world: MatrixWorld,
  request: Asked,
  response: ServerResponse,
  repeating: { from: number | undefined },
): Promise<object> {
  const { query, userId } = request;
  const since = query.get("since") ?? undefined;
  if (since !== undefined && !/^s\d+$/.test(since))
    throw new MatrixError(400, "M_UNKNOWN", "Invalid since token");
  const waitMs = since === undefined ? 0 : Number(query.get("timeout") ?? 0);
  const given = since === undefined ? undefined : Number(since.slice(1));
  const at = (): number | undefined => {
    if (given === undefined || repeating.from === undefined || world.place <= repeating.from) return given;
    return Math.min(given, repeating.from);
  };
  const isNew = (): boolean => given === undefined || concerns(world, userId, at() ?? 0);
  if (!isNew() && waitMs > 0)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        unwatch();
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      const unwatch = world.watch(() => isNew() && done());
      response.on("close", done);
    });
  const from = at();
  if (from !== given) repeating.from = undefined;
  return syncFrom(world, request, from);
}

function concerns(world: MatrixWorld, userId: string, since: number): boolean {
  return world.events.some(
    (each) =>
      each.at > since && (world.membership(each.room_id, userId) !== undefined || each.state_key === userId),
  );
}

function syncFrom(world: MatrixWorld, request: Asked, since: number | undefined): object {
  const { userId, query } = request;
  const limit = limitOf(query.get("filter") ?? undefined);
  const join: Record<string, object> = {};
  const invite: Record<string, object> = {};
  for (const roomId of world.roomIds()) {
    const membership = world.membership(roomId, userId);
    const entered = world.state(roomId, "m.room.member", userId)?.at ?? 0;
    const isNewHere = since === undefined || entered > since;
    if (membership === "invite" && isNewHere)
      invite[roomId] = {
        invite_state: {
          events: [
            { type: "m.room.member", sender: "@ada:localhost", state_key: userId, content: { membership } },
          ],
        },
      };
    if (membership !== "join") continue;
    const all = world.events.filter((each) => each.room_id === roomId);
    const fresh = isNewHere ? all : all.filter((each) => each.at > since);
    if (fresh.length === 0) continue;
    const timeline = fresh.slice(-limit);
    const first = timeline[0]?.at ?? 0;
    const states = all.filter(
      (each) => each.state_key !== undefined && each.at < first && (isNewHere || each.at > since),
    );
    join[roomId] = {
      summary: { "m.joined_member_count": world.joined(roomId).length, "m.invited_member_count": 0 },
      state: { events: states.map((each) => forClient(each, request)) },
      timeline: {
        events: timeline.map((each) => forClient(each, request)),
        limited: fresh.length > timeline.length,
        prev_batch: `t${first - 1}`,
      },
      ephemeral: { events: [] },
      account_data: { events: [] },
      unread_notifications: {},
    };
  }
  const direct = world.accountData.get(userId);
  return {
    next_batch: `s${world.place}`,
    account_data: { events: direct === undefined ? [] : [{ type: "m.direct", content: direct }] },
    rooms: { join, invite, leave: {} },
    presence: { events: [] },
    to_device: { events: [] },
    device_lists: { changed: [], left: [] },
    device_one_time_keys_count: {},
  };
}

function limitOf(filter: string | undefined): number {
  if (filter === undefined || !filter.startsWith("{")) return 20;
  const parsed = JSON.parse(filter) as { room?: { timeline?: { limit?: number } } };
  return parsed.room?.timeline?.limit ?? 10;
}
