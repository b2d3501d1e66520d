import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { Platform, PlatformConnection, PlatformHost } from "../platform.ts";
import { setNewest } from "../drop-oldest.ts";
import { trackHealth } from "../track-health.ts";
import { Arrivals } from "./arrivals.ts";
import { openChatWindows } from "./chat-windows.ts";
import { createGraphApi, type GraphApi } from "./graph-api.ts";
import { createReceive } from "./receive.ts";
import { openWebhook } from "./webhook.ts";
import { whatsappLimits } from "./whatsapp-limits.ts";
import { connectError, unauthorisedHint } from "./whatsapp-problems.ts";
import { createWhatsAppSending } from "./whatsapp-sending.ts";
import {
  verifyTokenOf,
  whatsappEnvironment,
  type WhatsAppSettings,
  whatsappSettings,
} from "./whatsapp-settings.ts";
import { whatsappSetup } from "./whatsapp-setup.ts";
import { renderWhatsApp } from "./whatsapp-text.ts";
import { type WhatsAppTimes, whatsappTimes } from "./whatsapp-times.ts";

/** WhatsApp by Meta's Cloud API: messages come to a webhook. @see https://developers.facebook.com/docs/whatsapp/cloud-api */
export function whatsapp(times: Partial<WhatsAppTimes> = {}): Platform<WhatsAppSettings> {
  const { text, caption, fileBytes, replyButtons } = whatsappLimits;
  const all = { ...whatsappTimes, ...times };
  return {
    name: "whatsapp",
    label: "WhatsApp",
    settings: whatsappSettings,
    environment: whatsappEnvironment,
    limits: { text, caption, fileBytes, editEveryMs: 1_000, buttonsPerRow: replyButtons },
    length: (written) => written.length,
    render: renderWhatsApp,
    can: { edit: false, buttons: true, threads: false, files: true, codeBlocks: true },
    progress: "off",
    isConfigured: ({ phone_number_id: id, access_token: token }) => id !== undefined && token !== undefined,
    takesCalls: () => true,
    callPaths: () => ["/whatsapp/webhook"],
    parseChat: (written) => {
      const chatId = written.trim().replace(/^\+(?=\d+$)/, "");
      return /^(?:\d{5,20}|[A-Z]{2}\.[\w.]{1,128})$/.test(chatId) ? { chatId } : undefined;
    },
    setup: whatsappSetup(async (settings, { fetch, signal }) => {
      const { token, phoneNumberId } = needed(settings);
      const { api_root: root } = settings;
      const api = createGraphApi({ token, root, fetch });
      return await nameOf({ api, root, phoneNumberId, timeoutMs: all.answerMs }, signal);
    }),
    connect: (settings, host, { signal }) => connect(settings, host, all, signal),
  };
}

async function connect(
  settings: WhatsAppSettings,
  host: PlatformHost,
  times: WhatsAppTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { token, phoneNumberId, appSecret, verifyToken } = needed(settings);
  const { api_root: root, template, waba_id: account } = settings;
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const api = createGraphApi({ token, root, fetch: host.fetch });
  host.health({ state: "connecting" });
  const number = { api, root, phoneNumberId, timeoutMs: times.answerMs };
  const health = trackHealth(host, await nameOf(number, ended));
  const isUp = (): void => {
    if (!ended.aborted) health.say({ state: "up", heardAt: host.now() });
  };
  const windows = await openChatWindows(host);
  const arrivals = new Arrivals();
  const lastHeard = new Map<string, string>();
  const receive = createReceive({
    ...{ host, phoneNumberId, windows, arrivals },
    onMessage: (chatId, messageId) => setNewest(lastHeard, chatId, messageId, 1_000),
  });
  const webhook = await openWebhook({
    ...{ host, appSecret, verifyToken, signal: ended },
    async receive(posted) {
      await receive(posted);
      isUp();
    },
  });
  if (account !== undefined) await subscribe({ api, host, account, timeoutMs: times.answerMs }, ended);
  isUp();
  const sending = createWhatsAppSending({
    ...{
      api,
      root,
      phoneNumberId,
      template,
      windows,
      arrivals,
      lastHeard,
      times,
      now: host.now,
      signal: ended,
    },
    onSpoke: () => {
      isUp();
      health.onSpoke();
    },
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      await nameOf(number, AbortSignal.any([asked, ended]));
      isUp();
    },
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      webhook.close();
      health.stop();
    },
  };
}

/** @throws {HermesError} `PLATFORM_UNAUTHORISED` */
function needed(settings: WhatsAppSettings): {
  readonly token: string;
  readonly phoneNumberId: string;
  readonly appSecret: string;
  readonly verifyToken: string;
} {
  const { access_token: token, phone_number_id: phoneNumberId, app_secret: appSecret } = settings;
  const verifyToken = verifyTokenOf(settings);
  if (token === undefined || phoneNumberId === undefined)
    throw new HermesError("WhatsApp has no access token, or no id of a phone number.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: unauthorisedHint,
    });
  if (appSecret === undefined || verifyToken === undefined)
    throw new HermesError("WhatsApp has no app secret: anybody could write in the name of Meta.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: "Set WHATSAPP_CLOUD_APP_SECRET: developers.facebook.com, your app, App settings, Basic, App secret.",
    });
  return { token, phoneNumberId, appSecret, verifyToken };
}

const numberSchema = z.object({
  id: z.coerce.string().optional(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});

/** @throws {HermesError} as `connect` */
async function nameOf(
  options: {
    readonly api: GraphApi;
    readonly root: string;
    readonly phoneNumberId: string;
    readonly timeoutMs: number;
  },
  signal: AbortSignal,
): Promise<string> {
  const { api, root, phoneNumberId, timeoutMs } = options;
  const fields = "display_phone_number,verified_name,quality_rating";
  const answer = await api.call(`${phoneNumberId}?fields=${fields}`, { signal, timeoutMs });
  signal.throwIfAborted();
  if (!answer.ok) throw connectError(answer, root);
  const { display_phone_number: number, verified_name: name } =
    numberSchema.safeParse(answer.result).data ?? {};
  const as = number ?? name;
  if (as === undefined)
    throw new HermesError(`What answers at ${new URL(root).origin} is not WhatsApp.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "Look at WHATSAPP_CLOUD_API_ROOT.",
    });
  return as;
}

/** Without it the account posts to no app, which is easily forgotten. Twice is no harm; where it fails a person can do it. */
async function subscribe(
  options: {
    readonly api: GraphApi;
    readonly host: PlatformHost;
    readonly account: string;
    readonly timeoutMs: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const { api, host, account, timeoutMs } = options;
  const answer = await api.call(`${account}/subscribed_apps`, { body: {}, signal, timeoutMs });
  if (!answer.ok)
    host.log("warn", "The business account could not be subscribed to the app.", { reason: answer.reason });
}
