import { HermesError } from "@hermes/registry";
import type { Platform, PlatformConnection, PlatformHealth, PlatformHost } from "../platform.ts";
import { type BotAnswer, type BotApi, createBotApi } from "./bot-api.ts";
import { openChatIds } from "./chat-ids.ts";
import { pollUpdates } from "./poll.ts";
import { createReceive } from "./receive.ts";
import { createTelegramSending } from "./telegram-connection.ts";
import { renderTelegram, telegramLength } from "./telegram-html.ts";
import { telegramLimits } from "./telegram-limits.ts";
import { connectError } from "./telegram-problems.ts";
import { type TelegramSettings, telegramEnvironment, telegramSettings } from "./telegram-settings.ts";
import { type TelegramTimes, telegramTimes } from "./telegram-times.ts";
import { botSchema } from "./update-schema.ts";
import { checkWebhook, openWebhook } from "./webhook.ts";

/** Telegram by its Bot API: messages are asked for, or come to a webhook. @see https://core.telegram.org/bots/api */
export function telegram(times: Partial<TelegramTimes> = {}): Platform<TelegramSettings> {
  const { text, caption, editEveryMs, fileBytes, buttonsPerRow } = telegramLimits;
  return {
    name: "telegram",
    label: "Telegram",
    settings: telegramSettings,
    environment: telegramEnvironment,
    limits: { text, caption, editEveryMs, fileBytes, buttonsPerRow },
    length: telegramLength,
    render: renderTelegram,
    can: { edit: true, buttons: true, threads: true, files: true, codeBlocks: true },
    progress: "off",
    isConfigured: ({ token }) => token !== undefined,
    connect: (settings, host, { signal }) => connect(settings, host, { ...telegramTimes, ...times }, signal),
  };
}

async function connect(
  settings: TelegramSettings,
  host: PlatformHost,
  times: TelegramTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { token, api_root: root } = settings;
  if (token === undefined)
    throw new HermesError("Telegram has no token.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: "Ask @BotFather for a bot, and set TELEGRAM_BOT_TOKEN.",
    });
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const api = createBotApi({ token, root, fetch: host.fetch });
  host.health({ state: "connecting" });
  const me = await askOrThrow(api, "getMe", root, times, ended);
  const parsed = botSchema.safeParse(me);
  if (!parsed.success)
    throw new HermesError(`What answers at ${root} is not Telegram.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "Look at TELEGRAM_API_ROOT.",
    });
  const bot = parsed.data;
  const as = bot.username === undefined ? bot.first_name : `@${bot.username}`;
  const chatIds = await openChatIds(host.memory);
  const receive = createReceive({ host, bot, chatIds });
  const { webhook_url: url, webhook_secret: secret } = settings;
  const isWebhook = url !== undefined && secret !== undefined;
  const shared = { api, receive, as, times, signal: ended };
  let heardAt = host.now();
  let last: PlatformHealth = { state: "up", heardAt, as };
  const watched: PlatformHost = {
    ...host,
    health: (health) => {
      heardAt = health.heardAt ?? heardAt;
      last = { spokeAt: last.spokeAt, ...health, heardAt };
      host.health(last);
    },
  };
  const webhook = isWebhook ? await openWebhook({ ...shared, host: watched, url, secret, root }) : undefined;
  // While a webhook is set, Telegram refuses to be asked.
  if (!isWebhook) await askOrThrow(api, "deleteWebhook", root, times, ended);
  watched.health({ state: "up", heardAt: host.now(), as });
  const polling = isWebhook ? Promise.resolve() : pollUpdates({ ...shared, host: watched });
  const onSpoke = (answer: BotAnswer): void => {
    if (!answer.ok) return;
    // That something could be said does not say that anything is heard.
    last = { ...last, spokeAt: host.now() };
    host.health(last);
  };
  const { answerMs: timeoutMs } = times;
  const sending = createTelegramSending({
    api,
    chatIds,
    linkPreviews: settings.link_previews,
    timeoutMs,
    signal: ended,
    onSpoke,
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      const signal = AbortSignal.any([asked, ended]);
      await askOrThrow(api, "getMe", root, times, signal);
      if (isWebhook) await checkWebhook({ api, url, root, times, signal }, heardAt);
      const silentMs = host.now() - heardAt;
      // That Telegram answers does not say that messages are still asked for.
      if (!isWebhook && silentMs > 2 * (times.pollMs + times.graceMs))
        throw new HermesError(
          `Telegram answers, but no messages were asked for since ${Math.round(silentMs / 1_000)} s.`,
          {
            code: "PLATFORM_UNREACHABLE",
          },
        );
    },
    async stop() {
      stopped.abort();
      webhook?.close();
      await polling;
      host.health({ state: "stopped", heardAt, as });
    },
  };
}

async function askOrThrow(
  api: BotApi,
  method: string,
  root: string,
  times: TelegramTimes,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await api.call(method, {}, { signal, timeoutMs: times.answerMs });
  signal.throwIfAborted();
  if (!answer.ok) throw connectError(answer, root);
  return answer.result;
}
