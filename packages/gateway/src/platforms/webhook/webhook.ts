import { HermesError } from "@hermes/registry";
import { requestOnce } from "../../http/request-once.ts";
import { plainText } from "../../presentation/plain-text.ts";
import type { Platform, PlatformConnection, PlatformHost } from "../platform.ts";
import { createReceivePost } from "./receive-post.ts";
import { sendAnswer } from "./send-answer.ts";
import { webhookLimits } from "./webhook-limits.ts";
import { type WebhookSettings, webhookEnvironment, webhookSettings } from "./webhook-settings.ts";

export interface WebhookTimes {
  /** How long an address that answers are posted to may take, in milliseconds. */
  readonly answerMs: number;
}

/** Programs post, signed; the agent answers to a chat of another platform, or to an address. */
export function webhook({ answerMs = 15_000 }: Partial<WebhookTimes> = {}): Platform<WebhookSettings> {
  const { text, fileBytes } = webhookLimits;
  return {
    name: "webhook",
    label: "Webhooks",
    settings: webhookSettings,
    environment: webhookEnvironment,
    limits: { text, caption: text, editEveryMs: 1_000, fileBytes, buttonsPerRow: 1 },
    length: (written) => written.length,
    // The platform that it is handed on to has a dialect of its own.
    render: (markdown) => ({ text: markdown, plain: plainText(markdown) }),
    can: { edit: false, buttons: false, threads: true, files: true, codeBlocks: true },
    progress: "off",
    admits: true,
    isConfigured: ({ routes }) => Object.keys(routes).length > 0,
    takesCalls: ({ routes }) => Object.keys(routes).length > 0,
    callPaths: ({ routes }) => Object.keys(routes).map((name) => `/webhooks/${name}`),
    parseChat(written) {
      const [, chatId, threadId] = /^([a-z0-9][\w-]{0,63})(?::([\w-]{1,80}))?$/i.exec(written) ?? [];
      return chatId === undefined ? undefined : { chatId, ...(threadId === undefined ? {} : { threadId }) };
    },
    connect: (settings, host, { signal }) => connect(settings, host, answerMs, signal),
  };
}

async function connect(
  { routes, refused = [] }: WebhookSettings,
  host: PlatformHost,
  answerMs: number,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  if (host.route === undefined)
    throw new HermesError("Webhooks need the HTTP listener, which this program has not.", {
      code: "PLATFORM_UNREACHABLE",
      hint: "Run them in the gateway.",
    });
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const names = Object.keys(routes);
  let as = names.join(", ");
  const [wrong] = refused.map(({ path, message }) => ({
    reason: `${path.join(".")} ${message}.`,
    hint: `Change platforms.webhook.${path.join(".")}.`,
  }));
  const heard = (): void => host.health({ state: "up", heardAt: host.now(), as, ...wrong });
  const receive = createReceivePost({ host, routes, signal: ended, onKept: heard });
  const served = await host.route("/webhooks", receive);
  as = `${served.url} (${as})`;
  heard();
  return {
    send: (message, options) =>
      sendAnswer(message, {
        ...{ host, routes, answerMs },
        signal: AbortSignal.any([options.signal, ended]),
      }),
    async check({ signal: asked }) {
      const answer = await requestOnce(served.url, {
        ...{ fetch: host.fetch, timeoutMs: answerMs },
        signal: AbortSignal.any([asked, ended]),
      });
      // The prefix alone is no route: only this adapter says so with these words.
      if (!answer.answered || answer.status !== 404 || !answer.body.includes("No such route."))
        throw new HermesError("The HTTP listener does not answer for webhooks.", {
          code: "PLATFORM_UNREACHABLE",
          hint: "See whether another program has taken its port.",
        });
      heard();
    },
    async stop() {
      stopped.abort();
      served.close();
      host.health({ state: "stopped" });
    },
  };
}
