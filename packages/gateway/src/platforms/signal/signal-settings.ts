import { z } from "zod";
import { address, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.signal`; who may speak, and where, is read elsewhere. */
export interface SignalSettings {
  /** Where the HTTP interface of signal-cli's daemon is, such as `http://127.0.0.1:8080`. */
  readonly http_url?: string | undefined;
  /** The phone number of the bot's account, with `+` and country code. */
  readonly account?: string | undefined;
  /** Ids in these lists, so that people are called by the one (number or UUID) that stands there. */
  readonly owners?: readonly string[] | undefined;
  readonly allowed_users?: readonly string[] | undefined;
  readonly group_allowed_users?: readonly string[] | undefined;
}

const ids = z.array(z.string()).optional().catch(undefined);

export const signalSettings: z.ZodType<SignalSettings> = z.object({
  http_url: address.refine(
    (url) => url === undefined || !/^[^/]+\/\/[^/]*@/.test(url),
    "holds a user or a password, which is not supported",
  ),
  account: text
    .transform((account) => account?.replace(/[\s()-]/g, ""))
    .pipe(
      z
        .string()
        .regex(/^\+\d{5,15}$/, "is not a phone number with + and country code, such as +4915112345678")
        .optional(),
    ),
  owners: ids,
  allowed_users: ids,
  group_allowed_users: ids,
});

/** Variables, with the setting that each stands for. */
export const signalEnvironment: Readonly<Record<string, string>> = {
  SIGNAL_HTTP_URL: "http_url",
  SIGNAL_ACCOUNT: "account",
};
