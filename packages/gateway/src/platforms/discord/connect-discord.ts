import type { PlatformConnection, PlatformHost } from "../platform.ts";
import { checkHeard, trackHealth } from "../track-health.ts";
import { tokenRefused, unreachable } from "./discord-problems.ts";
import { createDiscordRest } from "./discord-rest.ts";
import { createDiscordSending } from "./discord-sending.ts";
import type { DiscordSettings } from "./discord-settings.ts";
import { openDiscordState } from "./discord-state.ts";
import type { DiscordTimes } from "./discord-times.ts";
import { type GatewayLink, openLink } from "./gateway-link.ts";
import { createInteractions } from "./interactions.ts";
import { createReceive } from "./receive.ts";
import { createSentMessages } from "./sent-messages.ts";
import { createThreads } from "./threads.ts";

/** Connects, with the libraries of Discord: what is loaded only where it is used. @throws as `Platform.connect` */
export async function connectDiscord(
  settings: DiscordSettings & { readonly token: string },
  host: PlatformHost,
  times: DiscordTimes,
  given: AbortSignal,
): Promise<PlatformConnection> {
  const { token, api_root: root } = settings;
  const stopped = new AbortController();
  const signal = AbortSignal.any([given, stopped.signal]);
  const rest = createDiscordRest({ token, root, fetch: host.fetch, answerMs: times.answerMs });
  const health = trackHealth(host);
  host.health({ state: "connecting" });
  const state = await openDiscordState(host.memory);
  const sent = createSentMessages(state);
  const threads = createThreads({ rest, state });
  const interactions = createInteractions({ host, rest, state, signal });
  let link: GatewayLink;
  const bot = { id: state.session?.bot.id ?? "" };
  const receive = createReceive({
    ...{ host, rest, state, settings, sent, interactions, signal },
    bot: () => bot,
    onThread: threads.expect,
  });
  try {
    link = await openLink({
      ...{ rest, token, root, times, state, signal, host, health },
      onArrival: interactions.onArrival,
      handle: receive,
      onBot: (id) => void (bot.id = id),
    });
  } catch (error) {
    stopped.abort();
    rest.close();
    throw error;
  }
  const { session, close } = link;
  return {
    ...createDiscordSending({
      ...{ rest, host, state, settings, sent, threads, interactions, session, signal },
      answerMs: times.answerMs,
    }),
    async check({ signal: asked }) {
      const answer = await rest.ask("get", "/users/@me", { signal: AbortSignal.any([asked, signal]) });
      asked.throwIfAborted();
      if (!answer.ok)
        throw answer.kind === "refused" && answer.status === 401
          ? tokenRefused()
          : unreachable(root, answer.reason);
      checkHeard("Discord", host.now() - health.heardAt, 2 * times.silentMs);
    },
    async stop() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      await close();
      rest.close();
      health.stop();
    },
  };
}
