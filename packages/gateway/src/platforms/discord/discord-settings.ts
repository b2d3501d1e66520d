import { z } from "zod";
import { addressOr, flag, list, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.discord`; who may speak is read elsewhere. */
export interface DiscordSettings {
  readonly token?: string | undefined;
  readonly api_root: string;
  /** Ids of channels; empty: all. */
  readonly allowed_channels: readonly string[];
  readonly ignored_channels: readonly string[];
  readonly no_thread_channels: readonly string[];
  readonly auto_thread: boolean;
  /** Whom the bot's messages may ping. */
  readonly allow_mentions: readonly ("everyone" | "roles" | "users" | "replied_user")[];
}

export const discordSettings: z.ZodType<DiscordSettings> = z.object({
  token: text.transform((token) => token?.replace(/^Bot /, "")),
  api_root: addressOr("https://discord.com/api"),
  allowed_channels: list,
  ignored_channels: list,
  no_thread_channels: list,
  auto_thread: flag(true),
  allow_mentions: z
    .array(z.enum(["everyone", "roles", "users", "replied_user"]))
    .default(["users", "replied_user"]),
});

/** Variables, with the setting that each stands for. */
export const discordEnvironment: Readonly<Record<string, string>> = {
  DISCORD_BOT_TOKEN: "token",
  DISCORD_API_ROOT: "api_root",
  DISCORD_ALLOWED_CHANNELS: "allowed_channels",
  DISCORD_IGNORED_CHANNELS: "ignored_channels",
  DISCORD_NO_THREAD_CHANNELS: "no_thread_channels",
  DISCORD_AUTO_THREAD: "auto_thread",
};
