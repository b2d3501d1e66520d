import { matrix, type MatrixSettings } from "../../../src/index.ts";
import { createRecordingHost, type PlatformPeer, type PlatformPlace } from "../../../src/testing/index.ts";
import { openMatrixServer, type MatrixServer } from "./matrix-server.ts";

export const ada = "@ada:localhost";
/** A second for what takes half a minute. */
export const shortTimes = { syncMs: 400, graceMs: 300, answerMs: 2_000, backOffMs: 20 };

export interface MatrixPlace extends PlatformPlace<MatrixSettings> {
  readonly server: MatrixServer;
  readonly room: string;
  say(roomId: string, content: object, sender?: string): string;
  parse(settings: object): MatrixSettings;
}

export async function openMatrixPlace(): Promise<MatrixPlace> {
  const server = await openMatrixServer();
  const adapter = matrix(shortTimes);
  // Each connection of the suite has a host of its own, but the store stays: where the last one ended is known.
  const { memory } = createRecordingHost();
  const platform: typeof adapter = {
    ...adapter,
    connect: (settings, host, options) => adapter.connect(settings, { ...host, memory }, options),
  };
  const parse = (more: object): MatrixSettings =>
    platform.settings.parse({ homeserver: server.root, ...more });
  const room = server.world.createRoom(ada, [server.bot]);
  const say = (roomId: string, content: object, sender = ada): string =>
    server.world.add(roomId, sender, "m.room.message", { msgtype: "m.text", ...content }).event_id;
  return {
    ...{ platform, server, room, say, parse },
    settings: parse({ access_token: server.token }),
    peer: peerOf(server, room, say),
    unreachable: parse({ access_token: server.token, homeserver: "http://127.0.0.1:9" }),
    unauthorised: parse({ access_token: "syt_wrong" }),
    keepsMessages: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function peerOf(server: MatrixServer, room: string, say: MatrixPlace["say"]): PlatformPeer {
  const { world } = server;
  return {
    at: { platform: "matrix", chatId: room },
    async say(text, { file } = {}) {
      if (file === undefined) return say(room, { body: text });
      const id = world.id("");
      world.media.set(id, { bytes: Buffer.from(file.bytes), type: "text/plain" });
      const info = { mimetype: "text/plain", size: file.bytes.length };
      return say(room, {
        msgtype: "m.file",
        body: text,
        filename: file.name,
        url: `mxc://localhost/${id}`,
        info,
      });
    },
    edit: async (messageId, text) => {
      say(room, {
        body: `* ${text}`,
        "m.new_content": { msgtype: "m.text", body: text },
        "m.relates_to": { rel_type: "m.replace", event_id: messageId },
      });
    },
    async seen(holds) {
      return await new Promise((resolve) => {
        const look = (): void => {
          const seen = seenIn(server, room);
          if (!holds(seen)) return;
          unwatch();
          resolve(seen);
        };
        const unwatch = world.watch(look);
        look();
      });
    },
    repeat: () => server.repeat(),
    limitRate: (retryAfterMs) => server.fault("send", { kind: "rate-limit", retryAfterMs }),
    loseAnswer: () => server.fault("send", { kind: "accept-then-drop" }),
    dropReceiving: () => server.fault("sync", { kind: "drop" }),
    silenceReceiving: () => server.fault("sync", { kind: "hang" }),
    forbid: () => void server.muted.add(server.bot),
  };
}

/** What a client shows of the bot's messages: edits in their place, and nothing of what was redacted. */
export function seenIn(
  { world, bot }: MatrixServer,
  room: string,
): readonly { messageId: string; text: string; buttons: []; fileName?: string }[] {
  const said = world.events.filter(
    ({ room_id: id, sender, type, content }) =>
      id === room && sender === bot && type === "m.room.message" && "msgtype" in content,
  );
  const relation = (content: Record<string, unknown>) =>
    content["m.relates_to"] as { rel_type?: string; event_id?: string } | undefined;
  return said
    .filter(({ content }) => relation(content)?.rel_type !== "m.replace")
    .map(({ event_id: messageId, content }) => {
      const edit = said.findLast(
        (each) =>
          relation(each.content)?.rel_type === "m.replace" && relation(each.content)?.event_id === messageId,
      );
      const words = (edit?.content["m.new_content"] ?? content) as Record<string, unknown>;
      const fileName = content["filename"];
      return {
        ...{ messageId, text: String(words["body"]), buttons: [] },
        ...(typeof fileName === "string" ? { fileName } : {}),
      };
    });
}
