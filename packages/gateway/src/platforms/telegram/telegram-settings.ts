import { z } from "zod";

/** What the adapter reads of `platforms.telegram`; who may speak, and where, is read elsewhere. */
export interface TelegramSettings {
  readonly token?: string | undefined;
  readonly api_root: string;
  readonly webhook_url?: string | undefined;
  readonly webhook_secret?: string | undefined;
  readonly link_previews: boolean;
}

/** An empty variable is one that is not set. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

export const telegramSettings: z.ZodType<TelegramSettings> = z
  .object({
    token: text,
    api_root: text
      .pipe(
        z
          .url({ protocol: /^https?$/, error: "is not an address of the web" })
          .default("https://api.telegram.org"),
      )
      .transform((root) => root.replace(/\/+$/, "")),
    webhook_url: text.pipe(z.url({ protocol: /^https?$/, error: "is not an address of the web" }).optional()),
    webhook_secret: text.pipe(
      z
        .string()
        .regex(/^[\w-]{1,256}$/, "has signs other than letters, digits, _ and -")
        .optional(),
    ),
    link_previews: z.union([z.boolean(), z.stringbool()]).default(false),
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
