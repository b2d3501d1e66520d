import { z } from "zod";
import { addressOr, flag, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.slack`; who may speak, and where, is read elsewhere. */
export interface SlackSettings {
  readonly bot_token?: string | undefined;
  /** For Socket Mode. */
  readonly app_token?: string | undefined;
  /** For the Events API, where there is no app token. */
  readonly signing_secret?: string | undefined;
  readonly api_root: string;
  readonly reply_in_thread: boolean;
  readonly link_previews: boolean;
}

export const slackSettings: z.ZodType<SlackSettings> = z.object({
  bot_token: text.pipe(
    z
      .string()
      .regex(/^[^\s,]+$/, "is one token: several workspaces are not supported")
      .optional(),
  ),
  app_token: text,
  signing_secret: text,
  api_root: addressOr("https://slack.com/api"),
  reply_in_thread: flag(true),
  link_previews: flag(false),
});

/** Variables, with the setting that each stands for. */
export const slackEnvironment: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: "bot_token",
  SLACK_APP_TOKEN: "app_token",
  SLACK_SIGNING_SECRET: "signing_secret",
  SLACK_API_ROOT: "api_root",
  SLACK_REPLY_IN_THREAD: "reply_in_thread",
};
