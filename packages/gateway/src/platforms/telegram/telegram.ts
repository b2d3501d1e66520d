import { HermesError } from "@hermes/registry";
import type { Platform, PlatformConnection, PlatformHost } from "../platform.ts";
import { checkHeard, trackHealth } from "../track-health.ts";
import { type BotApi, createBotApi } from "./bot-api.ts";
import { openChatIds } from "./chat-ids.ts";
import { pollUpdates } from "./poll.ts";
import { createReceive } from "./receive.ts";
import { createTelegramSending } from "./telegram-connection.ts";
import { renderTelegram, telegramLength } from "./telegram-html.ts";
import { telegramLimits } from "./telegram-limits.ts";
import { connectError } from "./telegram-problems.ts";
import { type TelegramSettings, telegramEnvironment, telegramSettings } from "./telegram-settings.ts";
import { type TelegramTimes, telegramTimes } from "./telegram-times.ts";
import type { TelegramUser } from "./telegram-update.ts";
import { botSchema } from "./update-schema.ts";
import { telegramSetup } from "./telegram-setup.ts";
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
    setup: telegramSetup(async (settings, { fetch, signal }) => {
      const api = apiOf(settings, fetch);
      return nameOf(await whoAmI(api, settings.api_root, { ...telegramTimes, ...times }, signal));
    }),
    takesCalls: ({ webhook_url: url }) => url !== undefined,
    callPaths: ({ webhook_url: url }) => (url === undefined ? [] : [url]),
    connect: (settings, host, { signal }) => connect(settings, host, { ...telegramTimes, ...times }, signal),
  };
}

async function connect(
  settings: TelegramSettings,
  host: PlatformHost,
  times: TelegramTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { api_root: root } = settings;
  const api = apiOf(settings, host.fetch);
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  host.health({ state: "connecting" });
  const bot = await whoAmI(api, root, times, ended);
  const health = trackHealth(host, nameOf(bot));
  const chatIds = await openChatIds(host.memory);
  const receive = createReceive({ host, bot, chatIds });
  const { webhook_url: url, webhook_secret: secret } = settings;
  const isWebhook = url !== undefined && secret !== undefined;
  const shared = { api, receive, host: { ...host, health: health.say }, times, signal: ended };
  const webhook = isWebhook ? await openWebhook({ ...shared, url, secret, root }) : undefined;
  // While a webhook is set, Telegram refuses to be asked.
  if (!isWebhook) await askOrThrow(api, "deleteWebhook", root, times, ended);
  health.say({ state: "up", heardAt: host.now() });
  const polling = isWebhook ? Promise.resolve() : pollUpdates(shared);
  const { answerMs: timeoutMs } = times;
  const sending = createTelegramSending({
    api,
    chatIds,
    linkPreviews: settings.link_previews,
    timeoutMs,
    signal: ended,
    onSpoke: health.onSpoke,
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      const signal = AbortSignal.any([asked, ended]);
      await askOrThrow(api, "getMe", root, times, signal);
      if (isWebhook) await checkWebhook({ api, url, root, times, signal }, health.heardAt);
      if (!isWebhook) checkHeard("Telegram", host.now() - health.heardAt, 2 * (times.pollMs + times.graceMs));
    },
    async stop() {
      stopped.abort();
      webhook?.close();
      await polling;
      health.stop();
    },
  };
}

function apiOf({ token, api_root: root }: TelegramSettings, fetch: PlatformHost["fetch"]): BotApi {
  if (token === undefined)
    throw new HermesError("Telegram has no token.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: "Ask @BotFather for a bot, and set TELEGRAM_BOT_TOKEN.",
    });
  return createBotApi({ token, root, fetch });
}

async function whoAmI(
  api: BotApi,
  root: string,
  times: TelegramTimes,
  signal: AbortSignal,
): Promise<TelegramUser> {
  const parsed = botSchema.safeParse(await askOrThrow(api, "getMe", root, times, signal));
  if (!parsed.success)
    throw new HermesError(`What answers at ${new URL(root).origin} is not Telegram.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "Look at TELEGRAM_API_ROOT.",
    });
  return parsed.data;
}

function nameOf({ username, first_name: name }: TelegramUser): string {
  return username === undefined ? name : `@${username}`;
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
