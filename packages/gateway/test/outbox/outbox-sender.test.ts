import { processOwner } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import type { Fence, PlatformConnection } from "../../src/index.ts";
import { OutboxSender } from "../../src/outbox/outbox-sender.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";
import { openStore } from "../support.ts";

const platform = "scripted";

test("what may have arrived before the program ended is looked up without keeping other chats waiting", async () => {
  const { store } = openStore();
  const { outbox } = store;
  const hold = async (now: number): Promise<Fence> => {
    const held = await store.owners.acquire(platform, {
      ...{ owner: processOwner(), now, ttlMs: 1, isGone: () => true },
    });
    return { platform, token: "lease" in held ? held.lease.token : 0 };
  };
  const put = async (chatId: string): Promise<unknown> =>
    await outbox.put([{ key: chatId, to: { platform, chatId }, kind: "reply", text: chatId }], 1);
  const former = await hold(1);
  // As many as are sent at once.
  const open = Array.from({ length: 8 }, (_, index) => `open${index}`);
  for (const chatId of open) await put(chatId);
  for (const row of await outbox.due(platform, 1, 10)) await outbox.sending(row.id, former);
  await put("other");

  const { promise: sent, resolve } = Promise.withResolvers<string>();
  const { promise: found, resolve: find } = Promise.withResolvers<{ readonly messageId: string }>();
  const connection: PlatformConnection = {
    async send({ text }) {
      resolve(text);
      return { status: "sent", messageId: "1" };
    },
    lookUp: async () => await found,
    ...{ check: async () => undefined, stop: async () => undefined },
  };
  const sender = new OutboxSender({
    ...{ outbox, connection, platform: scriptedPlatform().platform, fence: await hold(2) },
    ...{ now: Date.now, random: Math.random, log: () => undefined },
    ...{ onSent: () => undefined, onUnauthorised: () => undefined },
  });
  sender.start();

  expect(await sent).toBe("other");
  find({ messageId: "2" });
  await sender.stop();
  expect(await outbox.counts(platform)).toMatchObject({ queued: 0, uncertain: 0 });
});
