import type { Logger } from "matrix-js-sdk/lib/logger.js";
import { createClient, type MatrixClient, MsgType, RelationType } from "matrix-js-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ada } from "./matrix-place.ts";
import { type MatrixServer, openMatrixServer } from "./matrix-server.ts";

const nothing = (): void => undefined;
const silent: Logger = {
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
  getChild: () => silent,
};

function byPassword(user: string, password: string) {
  return { type: "m.login.password", identifier: { type: "m.id.user", user }, password } as const;
}

/** The client that Matrix itself publishes, against the homeserver that tests use. */
describe("the homeserver of the tests, asked by matrix-js-sdk", () => {
  let server: MatrixServer;
  let client: MatrixClient;
  let room: string;

  beforeEach(async () => {
    server = await openMatrixServer();
    room = server.world.createRoom(ada, [server.bot], "Team");
    client = createClient({
      logger: silent,
      baseUrl: server.root,
      accessToken: server.token,
      userId: server.bot,
      deviceId: "BOT",
    });
  });
  afterEach(async () => {
    client.stopClient();
    await server.close();
  });

  async function synced(): Promise<void> {
    const ready = new Promise<void>((resolve) =>
      client.on("sync" as Parameters<MatrixClient["on"]>[0], (state: unknown) => {
        if (state === "PREPARED") resolve();
      }),
    );
    await client.startClient({ initialSyncLimit: 10, pollTimeout: 500 });
    await ready;
  }

  test("it syncs, sees rooms and members, and hears what is said next", async () => {
    await synced();
    const heard = new Promise<string>((resolve) =>
      client.on(
        "Room.timeline" as Parameters<MatrixClient["on"]>[0],
        (event: { getContent(): { body?: string } }) => {
          const { body } = event.getContent();
          if (body === "hello") resolve(body);
        },
      ),
    );

    server.world.add(room, ada, "m.room.message", { msgtype: "m.text", body: "hello" });

    expect(await heard).toBe("hello");
    const known = client.getRoom(room);
    expect([known?.name, known?.getJoinedMemberCount()]).toEqual(["Team", 2]);
  });

  test("it sends once for each transaction, edits, redacts, types and uploads", async () => {
    const content = { msgtype: MsgType.Text, body: "one" } as const;
    const first = await client.sendMessage(room, null, content, "txn1");
    const again = await client.sendMessage(room, null, content, "txn1").catch(() => first);
    expect(again.event_id).toBe(first.event_id);
    await client.sendMessage(room, {
      msgtype: MsgType.Text,
      body: "* two",
      "m.new_content": { msgtype: MsgType.Text, body: "two" },
      "m.relates_to": { rel_type: RelationType.Replace, event_id: first.event_id },
    });
    await client.sendTyping(room, true, 1_000);
    const { content_uri: uri } = await client.uploadContent(new Blob(["notes"]), {
      name: "a.txt",
      type: "text/plain",
    });
    expect(uri).toMatch(/^mxc:\/\/localhost\/[\w-]+$/);
    await client.redactEvent(room, first.event_id);

    const redacted = server.world.events.find(({ event_id: id }) => id === first.event_id);
    expect(redacted?.content).toEqual({});
    expect(Object.keys((await client.getJoinedRoomMembers(room)).joined)).toEqual([ada, server.bot]);
  });

  test("it signs in with a password, joins where it was invited, and knows errors by their codes", async () => {
    const anonymous = createClient({ logger: silent, baseUrl: server.root });
    await expect(anonymous.loginRequest(byPassword(server.bot, "wrong"))).rejects.toMatchObject({
      errcode: "M_FORBIDDEN",
    });
    const signedIn = await anonymous.loginRequest(byPassword(server.bot, "correct horse"));
    expect(signedIn.user_id).toBe(server.bot);

    const other = server.world.createRoom(ada, []);
    await expect(client.sendTextMessage(other, "hi")).rejects.toMatchObject({ errcode: "M_FORBIDDEN" });
    server.world.add(other, ada, "m.room.member", { membership: "invite" }, server.bot);
    await client.joinRoom(other);
    expect(server.world.membership(other, server.bot)).toBe("join");
    const unknown = createClient({
      logger: silent,
      baseUrl: server.root,
      accessToken: "syt_wrong",
      userId: server.bot,
    });
    await expect(unknown.whoami()).rejects.toMatchObject({ errcode: "M_UNKNOWN_TOKEN" });
    server.fault("send", { kind: "rate-limit", retryAfterMs: 7_000 });
    const limited = await client.http
      .authedRequest(
        "PUT" as Parameters<typeof client.http.authedRequest>[0],
        `/rooms/${encodeURIComponent(room)}/send/m.room.message/t`,
        {},
        { body: "x", msgtype: "m.text" },
      )
      .catch((error: unknown) => error);
    expect(limited).toMatchObject({ errcode: "M_LIMIT_EXCEEDED", data: { retry_after_ms: 7_000 } });
  });
});
