import { setTimeout as delay } from "node:timers/promises";
import type { Platform } from "../../../src/index.ts";
import { whatsapp } from "../../../src/platforms/whatsapp/whatsapp.ts";
import type { WhatsAppSettings } from "../../../src/platforms/whatsapp/whatsapp-settings.ts";
import {
  openTestListener,
  type PlatformPeer,
  type PlatformPlace,
  type SeenMessage,
  type TestListener,
} from "../../../src/testing/index.ts";
import type { GraphChoice, GraphMessage } from "./graph-message.ts";
import { type SentMessage, WhatsAppServer } from "./whatsapp-server.ts";

export const ada = "16505551234";
export const shortTimes = { answerMs: 2_000, statusMs: 300, typingMs: 20_000 };

export interface WhatsAppPlace extends PlatformPlace<WhatsAppSettings> {
  readonly server: WhatsAppServer;
  readonly listener: TestListener;
}

export async function openWhatsAppPlace(more: object = {}): Promise<WhatsAppPlace> {
  const server = await new WhatsAppServer().listen();
  const listener = await openTestListener();
  server.callback = `${listener.url}/whatsapp/webhook`;
  const whole = whatsapp(shortTimes);
  // The contract's host has no listener.
  const platform: Platform<WhatsAppSettings> = {
    ...whole,
    connect: (given, host, options) => whole.connect(given, { ...host, route: listener.route }, options),
  };
  const settings = (other: object = {}): WhatsAppSettings =>
    platform.settings.parse({
      phone_number_id: server.phoneNumberId,
      access_token: server.token,
      app_secret: server.appSecret,
      api_root: server.root,
      ...more,
      ...other,
    });
  return {
    ...{ platform, server, listener, settings: settings(), peer: peerOf(server) },
    unreachable: settings({ api_root: "http://127.0.0.1:9" }),
    unauthorised: settings({ access_token: "wrong" }),
    keepsMessages: true,
    async [Symbol.asyncDispose]() {
      await server.close();
      listener.close();
    },
  };
}

function peerOf(server: WhatsAppServer): PlatformPeer {
  let last: object = {};
  return {
    at: { platform: "whatsapp", chatId: ada },
    async say(text, { file } = {}) {
      last = { type: "text", text: { body: text } };
      if (file === undefined) return server.say(ada, last);
      const id = server.addMedia({ bytes: new Uint8Array(file.bytes), mimeType: "text/plain" });
      const document = { id, filename: file.name, mime_type: "text/plain", sha256: "x", caption: text };
      return server.say(ada, { type: "document", document });
    },
    async press(messageId, label) {
      const sent = server.sent.find(({ id }) => id === messageId);
      if (sent === undefined) throw new Error("no such message");
      const type = sent.message.interactive?.type === "list" ? "list_reply" : "button_reply";
      const interactive = { type, [type]: choicesOf(sent).find(({ title }) => title === label) };
      server.say(ada, { type: "interactive", context: { from: server.number, id: messageId }, interactive });
    },
    async seen(holds) {
      for (;;) {
        const seen = server.sent.filter(({ to }) => to === ada).map(seenOf);
        if (holds(seen)) return seen;
        await delay(5);
      }
    },
    repeat: () => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const id = server.lastSaid;
      server.post({ contacts: [], messages: [{ from: ada, id, timestamp, ...last }] });
    },
    limitRate: (afterMs) =>
      void server.faults.push({ kind: "error", code: 130_429, status: 429, retryAfterS: afterMs / 1_000 }),
    loseAnswer: () => void server.faults.push({ kind: "accept-then-drop" }),
    forbid: () => void server.refused.set(ada, 131_031),
  };
}

export function choicesOf({ message }: SentMessage): readonly GraphChoice[] {
  const { buttons = [], sections = [] } = message.interactive?.action ?? {};
  return [...buttons.map(({ reply }) => reply), ...sections.flatMap(({ rows }) => rows)];
}

function seenOf(sent: SentMessage): SeenMessage {
  const labels = choicesOf(sent).map(({ title }) => title);
  const buttons = labels.length === 0 ? [] : [labels];
  return { messageId: sent.id, text: textOf(sent.message), buttons, fileName: sent.fileName };
}

export function textOf({ text, interactive, template, ...media }: GraphMessage): string {
  const { image, video, document } = media;
  const caption = (image ?? video ?? document)?.caption;
  const parameter = template?.components?.[0]?.parameters[0]?.text;
  return text?.body ?? interactive?.body.text ?? parameter ?? caption ?? "";
}
