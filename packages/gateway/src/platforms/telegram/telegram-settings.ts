import { z } from "zod";
import { address, addressOr, flag, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.telegram`; who may speak, and where, is read elsewhere. */
export interface TelegramSettings {
  readonly token?: string | undefined;
  readonly api_root: string;
  readonly webhook_url?: string | undefined;
  readonly webhook_secret?: string | undefined;
  readonly link_previews: boolean;
}

export const telegramSettings: z.ZodType<TelegramSettings> = z
  .object({
    token: text,
    api_root: addressOr("https://api.telegram.org"),
    webhook_url: address,
    webhook_secret: text.pipe(
      z
        .string()
        .regex(/^[\w-]{1,256}$/, "has signs other than letters, digits, _ and -")
        .optional(),
    ),
    link_previews: flag(false),
  })
  .refine((settings) => settings.webhook_url === undefined || settings.webhook_secret !== undefined, {
    path: ["webhook_secret"],
    error: "is missing: without it anybody could write to the webhook",
  });

/** Variables, with the setting that each stands for. */
export const telegramEnvironment: Readonly<Record<string, string>> = {
  TELEGRAM_BOT_TOKEN: "token",
  TELEGRAM_API_ROOT: "api_root",
  TELEGRAM_WEBHOOK_URL: "webhook_url",
  TELEGRAM_WEBHOOK_SECRET: "webhook_secret",
};
