import { z } from "zod";
import { flag, list, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.matrix`; who may speak is read elsewhere. */
export interface MatrixSettings {
  /** An address, or the name of a server that says its address itself. */
  readonly homeserver?: string | undefined;
  readonly access_token?: string | undefined;
  readonly user_id?: string | undefined;
  readonly password?: string | undefined;
  /** Ids of rooms; empty: all that the bot is in. */
  readonly allowed_rooms: readonly string[];
  readonly auto_join: boolean;
}

export const matrixSettings: z.ZodType<MatrixSettings> = z.object({
  homeserver: text
    .pipe(
      z
        .string()
        .regex(
          /^(?:https?:\/\/)?[^\s/?#@]+(?:\/[^\s?#]*)?$/i,
          "is neither an address of the web nor a server name",
        )
        .optional(),
    )
    .transform((address) => address?.replace(/\/+$/, "")),
  access_token: text,
  user_id: text,
  password: text,
  allowed_rooms: list,
  auto_join: flag(true),
});

/** Variables, with the setting that each stands for. */
export const matrixEnvironment: Readonly<Record<string, string>> = {
  MATRIX_HOMESERVER: "homeserver",
  MATRIX_ACCESS_TOKEN: "access_token",
  MATRIX_USER_ID: "user_id",
  MATRIX_PASSWORD: "password",
  MATRIX_ALLOWED_ROOMS: "allowed_rooms",
  MATRIX_AUTO_JOIN: "auto_join",
};
