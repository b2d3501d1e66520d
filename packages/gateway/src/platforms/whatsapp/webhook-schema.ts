import { z } from "zod";

/** What is read of a webhook. Messages and statuses are read one by one, so that one that nobody knows stops no other. */
export interface WhatsAppWebhook {
  readonly entry: readonly {
    readonly changes: readonly {
      readonly field: string;
      readonly value?: WhatsAppChange | undefined;
    }[];
  }[];
}

export interface WhatsAppChange {
  readonly metadata: { readonly phone_number_id: string };
  readonly contacts: readonly WhatsAppContact[];
  readonly messages: readonly unknown[];
  readonly statuses: readonly unknown[];
}

export interface WhatsAppContact {
  readonly wa_id?: string | undefined;
  /** Of people who show a name instead of their number. */
  readonly user_id?: string | undefined;
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

export interface WhatsAppMessage {
  readonly id: string;
  /** The number, as WhatsApp writes it. Absent for people who don't show it. */
  readonly from?: string | undefined;
  readonly from_user_id?: string | undefined;
  readonly group_id?: string | undefined;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly type: string;
  readonly context?: { readonly id?: string | undefined; readonly from?: string | undefined } | undefined;
  readonly text?: { readonly body: string } | undefined;
  readonly image?: WhatsAppMedia | undefined;
  readonly audio?: WhatsAppMedia | undefined;
  readonly video?: WhatsAppMedia | undefined;
  readonly document?: WhatsAppMedia | undefined;
  readonly sticker?: WhatsAppMedia | undefined;
  readonly interactive?:
    | {
        readonly button_reply?: WhatsAppChoice | undefined;
        readonly list_reply?: WhatsAppChoice | undefined;
        readonly nfm_reply?: { readonly body: string } | undefined;
      }
    | undefined;
  readonly button?: { readonly text: string } | undefined;
  readonly location?:
    | {
        readonly latitude: number;
        readonly longitude: number;
        readonly name?: string | undefined;
        readonly address?: string | undefined;
      }
    | undefined;
  readonly contacts?:
    | readonly {
        readonly name?: { readonly formatted_name?: string | undefined } | undefined;
        readonly phones?: readonly { readonly phone?: string | undefined }[] | undefined;
      }[]
    | undefined;
}

export interface WhatsAppMedia {
  readonly id: string;
  readonly mime_type?: string | undefined;
  readonly caption?: string | undefined;
  readonly filename?: string | undefined;
  readonly voice?: boolean | undefined;
}

export interface WhatsAppChoice {
  readonly id: string;
  readonly title: string;
}

export interface WhatsAppStatus {
  readonly id: string;
  readonly status: string;
  readonly recipient_id?: string | undefined;
  readonly biz_opaque_callback_data?: string | undefined;
  readonly errors: readonly { readonly code?: number | undefined; readonly reason: string }[];
}

const word = z.string().optional().catch(undefined);
const id = z.string().min(1).max(512);
/** A list of something else than a list is an empty one. */
const things = z.array(z.unknown()).catch([]);

const contact: z.ZodType<WhatsAppContact> = z
  .object({
    wa_id: word,
    user_id: word,
    profile: z.object({ name: word, username: word }).catch({}).optional(),
  })
  .transform(({ wa_id, user_id, profile }) => ({ wa_id, user_id, ...profile }));

export const webhookSchema: z.ZodType<WhatsAppWebhook> = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z
            .object({
              metadata: z.object({ phone_number_id: z.string() }),
              contacts: z.array(contact).catch([]),
              messages: things,
              statuses: things,
            })
            .optional()
            // Fields other than `messages` have other values.
            .catch(undefined),
        }),
      ),
    }),
  ),
});

const media = z
  .object({
    id,
    mime_type: word,
    caption: word,
    filename: word,
    voice: z.boolean().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
const choice = z.object({ id, title: z.string() }).optional().catch(undefined);

export const messageSchema: z.ZodType<WhatsAppMessage> = z.object({
  id,
  from: id.optional().catch(undefined),
  from_user_id: id.optional().catch(undefined),
  group_id: id.optional().catch(undefined),
  // Seconds, as text.
  timestamp: z.coerce
    .number()
    .min(0)
    .max(8e12)
    .transform((seconds) => Math.round(seconds * 1_000)),
  type: z.string().max(100),
  context: z.object({ id: word, from: word }).optional().catch(undefined),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: media,
  audio: media,
  video: media,
  document: media,
  sticker: media,
  interactive: z
    .object({
      button_reply: choice,
      list_reply: choice,
      nfm_reply: z.object({ body: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  button: z.object({ text: z.string() }).optional().catch(undefined),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: word, address: word })
    .optional()
    .catch(undefined),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: word }).optional().catch(undefined),
        phones: z
          .array(z.object({ phone: word }))
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});

export const statusSchema: z.ZodType<WhatsAppStatus> = z.object({
  id,
  status: z.string().max(100),
  recipient_id: word,
  biz_opaque_callback_data: word,
  errors: z
    .array(
      z
        .object({
          code: z.number().optional().catch(undefined),
          title: z.string().catch(""),
          error_data: z.object({ details: z.string() }).optional().catch(undefined),
        })
        .transform(({ code, title, error_data: data }) => ({
          code,
          reason: (data?.details ?? title).slice(0, 300),
        })),
    )
    .catch([]),
});
