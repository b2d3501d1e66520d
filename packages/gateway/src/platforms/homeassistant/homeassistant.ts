import { HermesError } from "@hermes/registry";
import type { Platform, PlatformConnection, PlatformHost, SendOutcome } from "../platform.ts";
import { chatId } from "./home-events.ts";
import { openHomeLink } from "./home-link.ts";
import { renderHome } from "./home-markdown.ts";
import { nameOf, openHomeSession, orThrow, tokenHint } from "./home-session.ts";
import {
  homeassistantEnvironment,
  type HomeassistantSettings,
  homeassistantSettings,
} from "./homeassistant-settings.ts";
import { type HomeassistantTimes, homeassistantTimes } from "./homeassistant-times.ts";
import { notificationId, sendNotification, textLimit } from "./send-notification.ts";

/** Home Assistant by its WebSocket API: changes of entities come in, answers go out as notifications. @see https://developers.home-assistant.io/docs/api/websocket */
export function homeassistant(times: Partial<HomeassistantTimes> = {}): Platform<HomeassistantSettings> {
  const allTimes = { ...homeassistantTimes, ...times };
  return {
    name: "homeassistant",
    label: "Home Assistant",
    settings: homeassistantSettings,
    environment: homeassistantEnvironment,
    limits: { text: textLimit, caption: textLimit, editEveryMs: 3_000, fileBytes: 1, buttonsPerRow: 1 },
    length: (text) => text.length,
    render: renderHome,
    can: { edit: true, buttons: false, threads: false, files: false, codeBlocks: true },
    progress: "off",
    // Who holds the token and who may fire events is decided by Home Assistant.
    admits: true,
    isConfigured: ({ token }) => token !== undefined,
    parseChat: (written) => (written.trim() === "" ? undefined : { chatId }),
    setup: {
      steps: [
        "In Home Assistant open your profile (your name at the bottom of the side bar), then Security.",
        "Under Long-lived access tokens choose Create token, and copy it: it is shown once.",
      ],
      questions: [
        {
          key: "url",
          question: "Address of Home Assistant (empty: http://homeassistant.local:8123)",
          secret: false,
          optional: true,
        },
        { key: "token", question: "Long-lived access token", secret: true },
        {
          key: "watch_entities",
          question: "Entities to tell the agent about, such as binary_sensor.front_door, lock.front_door",
          secret: false,
          optional: true,
        },
        {
          key: "watch_domains",
          question: "Kinds of entities to tell it about, such as climate, alarm_control_panel",
          secret: false,
          optional: true,
        },
      ],
      async identify(settings, { signal }) {
        const session = await openHomeSession(settings, allTimes, signal);
        try {
          const answer = await session.ask({ type: "get_config" }, signal);
          orThrow(answer, "say what it is");
          return nameOf(answer, session.version);
        } finally {
          session.end("asked");
        }
      },
    },
    connect: (settings, host, { signal }) => connect(settings, host, allTimes, signal),
  };
}

async function connect(
  settings: HomeassistantSettings,
  host: PlatformHost,
  times: HomeassistantTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  if (settings.token === undefined)
    throw new HermesError("Home Assistant has no token.", { code: "PLATFORM_UNAUTHORISED", hint: tokenHint });
  const stopped = new AbortController();
  host.health({ state: "connecting" });
  const ended = AbortSignal.any([signal, stopped.signal]);
  const link = await openHomeLink({ settings, host, times, signal: ended });
  const { notify } = settings;
  const say = async (
    id: string,
    message: Parameters<PlatformConnection["send"]>[0],
    given: AbortSignal,
  ): Promise<SendOutcome> =>
    link.refused === undefined
      ? await sendNotification(link.session, { id, notify, message }, given)
      : { status: "failed", reason: link.refused, code: "unauthorised" };
  return {
    send: (message, options) => say(notificationId(message.key), message, options.signal),

    async edit(messageId, message, options) {
      // What a device was notified of stays as it was.
      if (notify !== undefined)
        return { status: "failed", reason: `${notify} can't change what it sent`, code: "unsupported" };
      return await say(messageId, message, options.signal);
    },

    async delete(_, messageId, options) {
      const command = { type: "call_service", domain: "persistent_notification", service: "dismiss" };
      const data = { service_data: { notification_id: messageId } };
      const answer = await link.session?.ask({ ...command, ...data }, options.signal);
      if (answer?.ok !== true)
        throw new HermesError(`Home Assistant did not remove it: ${answer?.reason ?? "not connected"}.`, {
          code: "PLATFORM_UNREACHABLE",
        });
    },

    async check(options) {
      const answer = await link.session?.ask({ type: "ping" }, options.signal);
      if (answer?.ok !== true)
        throw new HermesError(`Home Assistant does not answer: ${answer?.reason ?? "not connected"}.`, {
          code: "PLATFORM_UNREACHABLE",
        });
    },

    async stop() {
      stopped.abort();
      await link.finish();
      host.health({ state: "stopped", heardAt: link.heardAt });
    },
  };
}
