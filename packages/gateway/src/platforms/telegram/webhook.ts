import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { withoutControls } from "../../presentation/render-markdown.ts";
import { jsonOf } from "../../http/request-once.ts";
import { isSameSecret } from "../../http/same-secret.ts";
import type { PlatformHost } from "../platform.ts";
import type { BotApi } from "./bot-api.ts";
import type { Receive } from "./receive.ts";
import { conflictHint, connectError } from "./telegram-problems.ts";
import type { TelegramTimes } from "./telegram-times.ts";
import { allowedUpdates } from "./update-schema.ts";

export interface WebhookOptions {
  readonly api: BotApi;
  readonly receive: Receive;
  readonly host: PlatformHost;
  readonly url: string;
  readonly secret: string;
  readonly root: string;
  readonly times: TelegramTimes;
  readonly signal: AbortSignal;
}

/**
 * Takes updates that Telegram posts to the shared listener, and tells Telegram where. One at a time, so that they stay in order;
 * what is not kept is answered with 500 and comes again.
 *
 * @throws {HermesError} `PLATFORM_UNSUPPORTED` without a listener; as `connect` where Telegram refuses the address.
 */
export async function openWebhook(options: WebhookOptions): Promise<{ close(): void }> {
  const { api, receive, host, signal } = options;
  if (host.route === undefined)
    throw new HermesError("A webhook needs the HTTP listener, which this program has not.", {
      code: "PLATFORM_UNSUPPORTED",
      hint: "Take TELEGRAM_WEBHOOK_URL away: then messages are asked for.",
    });
  let before: Promise<unknown> = Promise.resolve();
  const route = await host.route("/telegram", async ({ headers, body }) => {
    if (!isSameSecret(headers.get("x-telegram-bot-api-secret-token") ?? "", options.secret))
      return new Response(null, { status: 403 });
    if (signal.aborted) return new Response(null, { status: 503 });
    const update = jsonOf(new TextDecoder().decode(body));
    if (update === undefined) return new Response(null, { status: 400 });
    const kept = before.then(() => receive(update));
    before = kept.catch(() => undefined);
    try {
      await kept;
    } catch (error) {
      host.log("error", "A message could not be kept; it comes again.", { error: String(error) });
      return new Response(null, { status: 500 });
    }
    host.health({ state: "up", heardAt: host.now() });
    return new Response(null, { status: 200 });
  });
  const wanted = {
    url: options.url,
    secret_token: options.secret,
    allowed_updates: allowedUpdates,
    max_connections: 10,
  };
  const answer = await api.call("setWebhook", wanted, { signal, timeoutMs: options.times.answerMs });
  if (!answer.ok) {
    route.close();
    throw connectError(answer, options.root);
  }
  return route;
}

const infoSchema = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  /** Seconds since 1970. */
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
});

/**
 * Asks Telegram whether messages still come here: another program can take the address away, and posts can fail on the way.
 *
 * @param heardAt When one came last, in milliseconds since 1970.
 * @throws {HermesError} `PLATFORM_CONFLICT`, `PLATFORM_UNREACHABLE`
 */
export async function checkWebhook(
  { api, url, root, times, signal }: Pick<WebhookOptions, "api" | "url" | "root" | "times" | "signal">,
  heardAt: number,
): Promise<void> {
  const answer = await api.call("getWebhookInfo", {}, { signal, timeoutMs: times.answerMs });
  signal.throwIfAborted();
  if (!answer.ok) throw connectError(answer, root);
  const info = infoSchema.safeParse(answer.result).data;
  if (info === undefined) return;
  if (info.url !== url)
    throw new HermesError("Telegram posts the messages of this bot to another address.", {
      code: "PLATFORM_CONFLICT",
      hint: conflictHint,
    });
  const { pending_update_count: waiting, last_error_date: failedAt = 0, last_error_message: why = "" } = info;
  if (waiting > 0 && failedAt * 1_000 > heardAt)
    throw new HermesError(
      `${waiting} messages wait at Telegram, which can't post them: ${withoutControls(why).slice(0, 200)}.`,
      { code: "PLATFORM_UNREACHABLE", hint: "Look at TELEGRAM_WEBHOOK_URL: it must lead to this gateway." },
    );
}
