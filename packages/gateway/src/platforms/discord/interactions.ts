import { z } from "zod";
import { clip } from "../../presentation/clip.ts";
import { setNewest } from "../drop-oldest.ts";
import type { InboundMessage, PlatformHost } from "../platform.ts";
import { channelOf, placeOf } from "./channels.ts";
import type { DiscordRest } from "./discord-rest.ts";
import { idSchema, maybe, textSchema, userSchema } from "./discord-schemas.ts";
import type { DiscordState } from "./discord-state.ts";
import type { GatewayEvent } from "./gateway-run.ts";
import { senderOf } from "./read-message.ts";

const command = 2;
const press = 3;
/** Kinds of answers, and the flag by which only who asked sees one. */
const sayNow = 4;
const changeLater = 6;
const ephemeral = 64;
const maxOpen = 200;

/** A slash command (2), or a press of a button (3). */
const interactionSchema = z.object({
  id: idSchema,
  application_id: idSchema,
  type: z.number(),
  token: z.string(),
  guild_id: maybe(idSchema),
  channel_id: maybe(idSchema),
  member: maybe(z.object({ user: userSchema, nick: textSchema })),
  user: maybe(userSchema),
  message: maybe(z.object({ id: idSchema })),
  data: maybe(
    z.object({
      name: z.string().optional(),
      custom_id: z.string().optional(),
      options: z.array(z.object({ value: z.unknown() })).optional(),
    }),
  ),
});
type Interaction = z.infer<typeof interactionSchema>;

/** Slash commands and presses: Discord wants each answered within three seconds. */
export interface Interactions {
  /** Says that a press came in, before anything that waits. */
  onArrival(event: GatewayEvent): void;
  take(data: unknown): Promise<void>;
  answer(pressId: string, text: string | undefined): Promise<void>;
}

export function createInteractions(options: {
  readonly host: Pick<PlatformHost, "message" | "press" | "log" | "now">;
  readonly rest: DiscordRest;
  readonly state: DiscordState;
  readonly signal: AbortSignal;
}): Interactions {
  const { host, rest, state, signal } = options;
  /** With what a press can be answered, for a quarter of an hour. */
  const open = new Map<string, string>();

  const acknowledge = async ({ id, token }: Interaction, body: object): Promise<void> => {
    // One that came too late for an answer is refused: what it said is kept nonetheless.
    await rest.ask("post", `/interactions/${id}/${encodeURIComponent(token)}/callback`, {
      body,
      auth: false,
      signal,
    });
  };

  return {
    onArrival({ type, data }) {
      const interaction = type === "INTERACTION_CREATE" ? interactionSchema.safeParse(data).data : undefined;
      if (interaction?.type !== press) return;
      const place = `${interaction.application_id}/${encodeURIComponent(interaction.token)}`;
      setNewest(open, interaction.id, place, maxOpen);
      // Where it fails, the button says so by itself.
      acknowledge(interaction, { type: changeLater }).catch(() => undefined);
    },

    async take(data) {
      const interaction = interactionSchema.safeParse(data).data;
      const author = interaction?.member?.user ?? interaction?.user;
      if (interaction?.channel_id === undefined || author === undefined) return;
      const { id, channel_id: channelId, guild_id: guildId } = interaction;
      const channel = await channelOf(channelId, guildId ?? null, { rest, state, signal });
      const at = { platform: "discord", ...placeOf(channelId, channel) };
      const sender = senderOf(author, interaction.member?.nick);
      if (interaction.type === press) {
        const { message, data: pressed } = interaction;
        if (message === undefined || pressed?.custom_id === undefined) return;
        await host.press({ at, pressId: id, messageId: message.id, sender, data: pressed.custom_id });
        return;
      }
      const text = interaction.type === command ? textOf(interaction) : undefined;
      if (text === undefined) return;
      const message: InboundMessage = {
        ...{ at, messageId: id, sender, text, isAddressed: true, files: [] },
        chatKind: guildId === undefined ? "dm" : "group",
        chatTitle: guildId === undefined ? undefined : channel.name,
        sentAt: host.now(),
      };
      await host.message(message);
      const quiet = { content: clip(text, 200), flags: ephemeral, allowed_mentions: { parse: [] } };
      await acknowledge(interaction, { type: sayNow, data: quiet });
    },

    async answer(pressId, text) {
      const place = open.get(pressId);
      if (text === undefined || text === "" || place === undefined) return;
      const body = { content: text.slice(0, 2_000), flags: ephemeral, allowed_mentions: { parse: [] } };
      await rest.ask("post", `/webhooks/${place}`, { body, auth: false, signal });
    },
  };
}

/** As if it had been typed: `/model gpt`. */
function textOf({ data }: Interaction): string | undefined {
  if (data?.name === undefined) return undefined;
  const words = (data.options ?? []).map(({ value }) =>
    typeof value === "string" ? value : String(value ?? ""),
  );
  return [`/${data.name}`, ...words].join(" ").trim();
}
