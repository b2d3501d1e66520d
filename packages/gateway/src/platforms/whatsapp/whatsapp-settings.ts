import { createHmac } from "node:crypto";
import { z } from "zod";
import { addressOr, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.whatsapp`; who may speak, and where, is read elsewhere. */
export interface WhatsAppSettings {
  readonly phone_number_id?: string | undefined;
  readonly access_token?: string | undefined;
  readonly app_secret?: string | undefined;
  readonly verify_token?: string | undefined;
  /** With it, the business account is subscribed to the app at each connect. */
  readonly waba_id?: string | undefined;
  /** With a version, without a slash at the end. */
  readonly api_root: string;
  /** `name:language` of a template with one body parameter, for what is said after the 24 hours. */
  readonly template?: string | undefined;
}

/** They are parts of paths. */
const id = text.pipe(
  z
    .string()
    .regex(/^[\w.-]{1,64}$/, "is no id")
    .optional(),
);

const version = "v24.0";

export const whatsappSettings: z.ZodType<WhatsAppSettings> = z.object({
  phone_number_id: id,
  access_token: text,
  app_secret: text,
  verify_token: text,
  waba_id: id,
  api_root: addressOr("https://graph.facebook.com").transform((root) =>
    /\/v\d+(?:\.\d+)?$/.test(root) ? root : `${root}/${version}`,
  ),
  template: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9_]+:[A-Za-z_]{2,10}$/, "is not name:language, such as agent_message:en_US")
      .optional(),
  ),
});

/** Variables, with the setting that each stands for; of two for one setting the latter counts. */
export const whatsappEnvironment: Readonly<Record<string, string>> = {
  WHATSAPP_CLOUD_PHONE_NUMBER_ID: "phone_number_id",
  WHATSAPP_CLOUD_ACCESS_TOKEN: "access_token",
  WHATSAPP_CLOUD_APP_SECRET: "app_secret",
  WHATSAPP_CLOUD_VERIFY_TOKEN: "verify_token",
  WHATSAPP_CLOUD_WABA_ID: "waba_id",
  WHATSAPP_API_ROOT: "api_root",
  WHATSAPP_CLOUD_API_ROOT: "api_root",
  WHATSAPP_CLOUD_TEMPLATE: "template",
};

/** What Meta sends along when it first calls the webhook: made from the app's secret where none was chosen, so that it stays. */
export function verifyTokenOf({
  verify_token: chosen,
  app_secret: secret,
}: WhatsAppSettings): string | undefined {
  if (chosen !== undefined || secret === undefined) return chosen;
  return createHmac("sha256", secret).update("webhook verify token").digest("hex").slice(0, 32);
}
