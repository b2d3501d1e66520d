import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { PlatformHost } from "../platform.ts";
import { channelOf } from "./channels.ts";
import type { DiscordRest } from "./discord-rest.ts";
import { idSchema, maybe, messageSchema, textSchema } from "./discord-schemas.ts";
import type { DiscordMessage } from "./discord-types.ts";
import type { DiscordSettings } from "./discord-settings.ts";
import { type DiscordState, isNewer } from "./discord-state.ts";
import type { GatewayEvent } from "./gateway-run.ts";
import type { Interactions } from "./interactions.ts";
import { discordLimits } from "./discord-limits.ts";
import { readMessage } from "./read-message.ts";
import type { SentMessages } from "./sent-messages.ts";

export interface ReceiveOptions {
  readonly host: Pick<PlatformHost, "message" | "log">;
  readonly rest: DiscordRest;
  readonly state: DiscordState;
  readonly settings: DiscordSettings;
  readonly sent: SentMessages;
  readonly interactions: Interactions;
  readonly bot: () => { readonly id: string };
  /** A message is answered in a thread that is yet to be made, with this name. */
  readonly onThread: (threadId: string, name: string) => void;
  readonly signal: AbortSignal;
}

/** The role that Discord makes for a bot has its id in the tags. */
const guildSchema = z.object({
  roles: z.array(z.object({ id: idSchema, tags: maybe(z.object({ bot_id: textSchema })) })).default([]),
});

/** Hands over one event. Resolves once it is kept, or is none that matters; rejects where it is to be tried again. */
export function createReceive(options: ReceiveOptions): (event: GatewayEvent) => Promise<void> {
  const { host, rest, state, bot, signal } = options;

  /** @param guildId As `channelOf` takes it. */
  const take = async (message: DiscordMessage, guildId: string | null | undefined): Promise<void> => {
    if (message.author.id === bot().id) {
      options.sent.onEcho(message);
      return;
    }
    const channel = await channelOf(message.channel_id, guildId, { rest, state, signal });
    const { roles } = state;
    const read = readMessage(message, { bot: bot(), roles, channel, settings: options.settings });
    if (read !== undefined) {
      if (read.at.threadId === message.id) options.onThread(message.id, read.text);
      await host.message(read);
    }
    const { keptId } = state.channel(message.channel_id) ?? {};
    if (isNewer(message.id, keptId)) state.learn(message.channel_id, { keptId: message.id });
  };

  const read = async (data: unknown): Promise<void> => {
    const parsed = messageSchema.safeParse(data);
    if (parsed.success) return await take(parsed.data, parsed.data.guild_id ?? null);
    // Waiting for it to be understood would stop everything behind it.
    const problem = parsed.error.issues[0]?.path.join(".");
    return host.log("warn", "A message of Discord was not understood and is left out.", { problem });
  };

  /** What was said in the channels that are known while no session was open. */
  const catchUp = async (): Promise<void> => {
    for (const [id, { keptId, sentId, guildId }] of state.channels()) {
      let after = keptId ?? sentId;
      for (let page: readonly DiscordMessage[] | undefined; after !== undefined;) {
        // oxlint-disable-next-line no-await-in-loop -- in their order
        page = await messagesAfter(id, after);
        for (const message of page)
          // oxlint-disable-next-line no-await-in-loop -- in their order
          await take(message, guildId);
        after = page.length < discordLimits.page ? undefined : page.at(-1)?.id;
      }
    }
  };

  /** Oldest first; none where the channel is gone. */
  const messagesAfter = async (channelId: string, after: string): Promise<readonly DiscordMessage[]> => {
    const query = new URLSearchParams({ after, limit: String(discordLimits.page) });
    const answer = await rest.ask("get", `/channels/${channelId}/messages`, { query, signal });
    if (answer.ok) {
      const found = (Array.isArray(answer.body) ? answer.body : []).flatMap((each: unknown) => {
        const parsed = messageSchema.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      });
      return found.sort((one, other) => (isNewer(one.id, other.id) ? 1 : -1));
    }
    if (answer.kind === "refused") {
      state.forget(channelId);
      return [];
    }
    if (answer.kind !== "rate-limit")
      throw new Error(`What was said meanwhile is not known: ${answer.reason}.`);
    await delay(answer.afterMs, undefined, { signal });
    return await messagesAfter(channelId, after);
  };

  return async ({ type, data }) => {
    if (type === "MESSAGE_CREATE") return await read(data);
    // Without the time of an edit Discord only shows a preview, or pins it.
    if (type === "MESSAGE_UPDATE") return isEdit(data) ? await read(data) : undefined;
    if (type === "INTERACTION_CREATE") return await options.interactions.take(data);
    if (type === "READY") return await catchUp();
    if (type === "GUILD_CREATE") {
      for (const { id, tags } of guildSchema.safeParse(data).data?.roles ?? [])
        if (tags?.bot_id === bot().id) state.roles.add(id);
    }
    return undefined;
  };
}

function isEdit(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "author" in data &&
    "content" in data &&
    "edited_timestamp" in data &&
    data.edited_timestamp !== null
  );
}
