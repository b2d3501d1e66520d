import { expect, test } from "vitest";
import { createRooms } from "../../../src/platforms/matrix/rooms.ts";
import { createRecordingHost } from "../../../src/testing/index.ts";
import { openMatrixPlace, shortTimes } from "./matrix-place.ts";

const { signal } = new AbortController();

test("a homeserver that does not wait while there is nothing new is not asked all the time, and loses nothing", async () => {
  await using place = await openMatrixPlace();
  const host = createRecordingHost();
  const askedAt: number[] = [];
  const several = Promise.withResolvers<void>();
  const impatient = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    if (url.includes("timeout=400")) askedAt.push(performance.now());
    if (askedAt.length === 6) several.resolve();
    return fetch(url.replace("timeout=400", "timeout=0"), init);
  };
  const connection = await place.platform.connect(
    place.settings,
    { ...host, fetch: impatient },
    {
      signal,
    },
  );
  await several.promise;
  place.say(place.room, { body: "hello" });
  await host.until(({ messages }) => messages.length === 1);
  await connection.stop();

  const [first = 0] = askedAt;
  expect((askedAt[5] ?? 0) - first).toBeGreaterThan(5 * (shortTimes.backOffMs - 2));
});

test("of a thousand rooms the one that was used longest ago is forgotten first, and asked for again", async () => {
  const asked: string[] = [];
  const rooms = createRooms(async (path) => {
    asked.push(decodeURIComponent(path));
    return { ok: true, result: { joined: {} } };
  });
  const use = async (from: number, to: number): Promise<void> => {
    for (let room = from; room < to; room += 1) await rooms.get(`!${room}:localhost`);
  };
  const timesAsked = (room: string): number =>
    asked.filter((path) => path.includes(`${room}/joined_members`)).length;

  await use(0, 1_000);
  await rooms.get("!0:localhost");
  await use(1_000, 1_001);
  await rooms.get("!0:localhost");
  await rooms.get("!1:localhost");

  expect(["!0:localhost", "!1:localhost"].map(timesAsked)).toEqual([1, 2]);
});
