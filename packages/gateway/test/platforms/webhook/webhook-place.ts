import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Platform, WebhookSettings } from "../../../src/index.ts";
import { webhook } from "../../../src/platforms/webhook/webhook.ts";
import { openTestListener } from "../../../src/testing/open-listener.ts";
import type { PlatformPlace } from "../../../src/testing/index.ts";
import { openReceiver } from "./receiver.ts";

export const secret = "a secret of the test";

export function signed(body: string, key: string = secret): { readonly "x-webhook-signature": string } {
  return { "x-webhook-signature": createHmac("sha256", key).update(body).digest("hex") };
}

/** A program that posts to the route `default`, and gets the answers at an address. */
export async function openWebhookPlace(): Promise<PlatformPlace<WebhookSettings>> {
  const [listener, receiver] = [await openTestListener(), await openReceiver()];
  const own = webhook({ answerMs: 1_000 });
  const settings = own.settings.parse({
    routes: { default: { secret, url: receiver.url, session: "route", prompt: "{text}", rate_limit: 1_000 } },
  });
  const unreachable = own.settings.parse({ enabled: true, secret });
  // Programs that have no listener can't be reached.
  const platform: Platform<WebhookSettings> = {
    ...own,
    connect: async (given, host, options) =>
      await own.connect(given, given === unreachable ? host : { ...host, route: listener.route }, options),
  };
  let last: (() => Promise<unknown>) | undefined;
  return {
    ...{ platform, settings, unreachable, keepsMessages: false },
    peer: {
      at: { platform: "webhook", chatId: "default" },
      givesFiles: false,
      async say(text) {
        const id = randomUUID();
        const body = JSON.stringify({ text });
        const headers = { ...signed(body), "x-request-id": id };
        last = async () => await fetch(`${listener.url}/webhooks/default`, { method: "POST", body, headers });
        await last();
        return id;
      },
      repeat: () => void last?.(),
      async seen(holds) {
        for (;;) {
          const seen = receiver.received.map(({ body }) => {
            const { id, text, file } = JSON.parse(body);
            return { messageId: id, text, buttons: [], fileName: file?.name };
          });
          if (holds(seen)) return seen;
          await delay(5);
        }
      },
      limitRate(afterMs) {
        receiver.next = { status: 429, headers: { "retry-after": String(afterMs / 1_000) } };
      },
      forbid() {
        receiver.next = { status: 403 };
      },
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      receiver.close();
    },
  };
}
