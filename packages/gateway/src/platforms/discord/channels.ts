import { channelSchema } from "./discord-schemas.ts";
import type { DiscordRest } from "./discord-rest.ts";
import type { DiscordState, KnownChannel } from "./discord-state.ts";

const privateChat = 1;

/** Threads of announcements, public ones and private ones. */
export function isThread({ type, parentId }: KnownChannel): boolean {
  return type !== undefined && type >= 10 && type <= 12 && parentId !== undefined;
}

/** A thread is a place within the channel that it belongs to. */
export function placeOf(
  id: string,
  channel: KnownChannel,
): { readonly chatId: string; readonly threadId?: string } {
  return isThread(channel) ? { chatId: channel.parentId ?? id, threadId: id } : { chatId: id };
}

/**
 * What kind of channel it is, asked of Discord once.
 *
 * @param guildId Of its server. Null: it is a private chat; undefined: what was said does not tell.
 * @throws where Discord does not answer.
 */
export async function channelOf(
  id: string,
  guildId: string | null | undefined,
  {
    rest,
    state,
    signal,
  }: { readonly rest: DiscordRest; readonly state: DiscordState; readonly signal: AbortSignal },
): Promise<KnownChannel> {
  const known = state.channel(id);
  if (known?.type !== undefined) return known;
  if (guildId === null) return remember({ type: privateChat });
  const answer = await rest.ask("get", `/channels/${id}`, { signal });
  // A message was seen, so that it is there: without the right to look it is taken for a channel.
  if (!answer.ok && answer.kind !== "refused") throw new Error(`The channel is not known: ${answer.reason}.`);
  const found = answer.ok ? channelSchema.safeParse(answer.body).data : undefined;
  // Only what is known to be private is: everything else is of some server.
  const isPrivate = guildId === undefined && found?.type === privateChat;
  return remember({
    guildId: isPrivate ? undefined : (guildId ?? found?.guild_id ?? "0"),
    type: found?.type ?? 0,
    parentId: found?.parent_id,
    ownerId: found?.owner_id,
    name: found?.name,
  });

  function remember(channel: KnownChannel): KnownChannel {
    state.learn(id, channel);
    return { ...known, ...channel };
  }
}
