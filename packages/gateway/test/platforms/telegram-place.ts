import { setTimeout as delay } from "node:timers/promises";
import { telegram, type TelegramSettings } from "../../src/index.ts";
import {
  openTelegramServer,
  type PlatformPeer,
  type PlatformPlace,
  type TelegramServer,
} from "../../src/testing/index.ts";

export const ada = { id: 4_711, first_name: "Ada", username: "ada_l" };
/** A second for what takes half a minute. */
export const shortTimes = { pollMs: 1_000, graceMs: 500, answerMs: 2_000, backOffMs: 20, conflictMs: 200 };

export interface TelegramPlace extends PlatformPlace<TelegramSettings> {
  readonly server: TelegramServer;
}

export async function openTelegramPlace(): Promise<TelegramPlace> {
  const server = await openTelegramServer();
  const platform = telegram(shortTimes);
  const settings = (more: object = {}): TelegramSettings =>
    platform.settings.parse({ token: server.token, api_root: server.root, ...more });
  server.world.chats.set(String(ada.id), { id: ada.id, type: "private" });
  return {
    platform,
    server,
    settings: settings(),
    peer: telegramPeer(server),
    unreachable: settings({ api_root: "http://127.0.0.1:9" }),
    unauthorised: settings({ token: "1:wrong" }),
    keepsMessages: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function telegramPeer(server: TelegramServer): PlatformPeer {
  const { faults, world } = server;
  return {
    at: { platform: "telegram", chatId: String(ada.id) },
    async say(text, { file } = {}) {
      const sent =
        file === undefined ? {} : { file: { ...file, kind: "document", mimeType: "text/plain" } as const };
      return String(server.say(ada, text, sent));
    },
    edit: async (messageId, text) => server.edit(ada, Number(messageId), text),
    async press(messageId, label) {
      const said = world.said.find((each) => each.messageId === Number(messageId));
      if (said === undefined) throw new Error("no such message");
      server.press(ada, said, label);
    },
    async seen(holds) {
      for (;;) {
        const seen = server.saidIn(ada.id).map(({ messageId, text, buttons, file }) => ({
          messageId: String(messageId),
          text,
          buttons: buttons.map((row) => row.map((button) => button.text)),
          fileName: file?.name,
        }));
        if (holds(seen)) return seen;
        await delay(5);
      }
    },
    repeat: () => {
      const last = world.queue.pending.at(-1) ?? world.queue.last;
      if (last !== undefined) world.queue.repeat(last);
    },
    limitRate: (afterMs) => faults.add("sendMessage", { kind: "rate-limit", retryAfterS: afterMs / 1_000 }),
    loseAnswer: () => faults.add("sendMessage", { kind: "accept-then-drop" }),
    dropReceiving: () => faults.add("getUpdates", { kind: "drop" }),
    silenceReceiving: () => faults.add("getUpdates", { kind: "hang" }),
    forbid: () => server.block(ada.id),
  };
}
