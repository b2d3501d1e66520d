import { setTimeout as delay } from "node:timers/promises";
import type { TelegramWorld } from "./telegram-world.ts";

/** While a webhook is set, each update is posted to it until it is taken, one after another. */
export function postUpdates(world: TelegramWorld): void {
  let isPosting = false;
  world.queue.onPush =
    world.webhook === undefined
      ? undefined
      : () => {
          if (isPosting) return;
          isPosting = true;
          postAll(world)
            .catch(() => undefined)
            .finally(() => {
              isPosting = false;
            });
        };
}

async function postAll(world: TelegramWorld): Promise<void> {
  for (let update = world.queue.pending[0]; update !== undefined; update = world.queue.pending[0]) {
    const { webhook } = world;
    if (webhook === undefined) return;
    const secret =
      webhook.secret === undefined ? undefined : { "x-telegram-bot-api-secret-token": webhook.secret };
    const headers = { "content-type": "application/json", ...secret };
    try {
      const { ok } = await fetch(webhook.url, { method: "POST", headers, body: JSON.stringify(update) });
      if (ok) world.queue.confirm(update.update_id + 1);
      else await delay(20, undefined, { ref: false });
    } catch {
      // The other side is gone for now.
      await delay(20, undefined, { ref: false });
    }
  }
}
