import { z } from "zod";

export interface GraphMedia {
  readonly id: string;
  readonly caption?: string | undefined;
  readonly filename?: string | undefined;
  readonly voice?: boolean | undefined;
}

export interface GraphChoice {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
}

/** A message as it was sent; what its type has not is absent. */
export interface GraphMessage {
  readonly type: string;
  readonly to?: string | undefined;
  readonly recipient?: string | undefined;
  readonly context?: { readonly message_id: string } | undefined;
  readonly biz_opaque_callback_data?: string | undefined;
  readonly text?: { readonly body: string; readonly preview_url?: boolean | undefined } | undefined;
  readonly interactive?:
    | {
        readonly type: string;
        readonly body: { readonly text: string };
        readonly action: {
          readonly buttons?: readonly { readonly reply: GraphChoice }[] | undefined;
          readonly sections?: readonly { readonly rows: readonly GraphChoice[] }[] | undefined;
        };
      }
    | undefined;
  readonly image?: GraphMedia | undefined;
  readonly video?: GraphMedia | undefined;
  readonly audio?: GraphMedia | undefined;
  readonly document?: GraphMedia | undefined;
  readonly template?:
    | {
        readonly name: string;
        readonly language: { readonly code: string };
        readonly components?:
          | readonly { readonly parameters: readonly { readonly text: string }[] }[]
          | undefined;
      }
    | undefined;
}

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const media = z.strictObject({ id: text(100), caption: text(1_024).optional() });
const section = z.strictObject({
  title: text(24).optional(),
  rows: z
    .array(z.strictObject({ id: text(200), title: text(24), description: text(72).optional() }))
    .min(1)
    .max(10),
});

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const interactive = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("button"),
    body: z.strictObject({ text: text(1_024) }),
    action: z.strictObject({
      buttons: z
        .array(
          z.strictObject({
            type: z.literal("reply"),
            reply: z.strictObject({ id: text(256), title: text(20) }),
          }),
        )
        .min(1)
        .max(3)
        .refine((all) => distinct(all.map(({ reply }) => reply.id)), "ids are not unique"),
    }),
  }),
  z.strictObject({
    type: z.literal("list"),
    body: z.strictObject({ text: text(4_096) }),
    action: z.strictObject({
      button: text(20),
      sections: z
        .array(section)
        .min(1)
        .max(10)
        .refine((all) => all.flatMap(({ rows }) => rows).length <= 10, "more than 10 rows"),
    }),
  }),
]);

const common = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z
    .string()
    .regex(/^\+?\d{5,20}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.[\w.]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: text(512) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

const parameter = z.strictObject({
  type: z.literal("text"),
  // New lines, tabs and more than four spaces in a row are refused with 132018.
  text: text(1_024).regex(/^(?!.*(?:[\n\t]|\s{5})).*$/s),
});

/** What `POST /{phone-number-id}/messages` takes: what stands in the reference, and nothing else. */
export const graphMessage: z.ZodType<GraphMessage> = z.discriminatedUnion("type", [
  z.strictObject({
    ...common,
    type: z.literal("text"),
    text: z.strictObject({ body: text(4_096), preview_url: z.boolean().optional() }),
  }),
  z.strictObject({ ...common, type: z.literal("interactive"), interactive }),
  z.strictObject({ ...common, type: z.literal("image"), image: media }),
  z.strictObject({ ...common, type: z.literal("video"), video: media }),
  z.strictObject({
    ...common,
    type: z.literal("audio"),
    audio: z.strictObject({ id: text(100), voice: z.boolean().optional() }),
  }),
  z.strictObject({
    ...common,
    type: z.literal("document"),
    document: media.extend({ filename: text(255).optional() }),
  }),
  z.strictObject({
    ...common,
    type: z.literal("template"),
    template: z.strictObject({
      name: z.string().regex(/^[a-z0-9_]{1,512}$/),
      language: z.strictObject({ code: text(10), policy: z.literal("deterministic").optional() }),
      components: z
        .array(z.strictObject({ type: z.literal("body"), parameters: z.array(parameter) }))
        .optional(),
    }),
  }),
]);

export interface GraphRead {
  readonly message_id: string;
  readonly typing_indicator?: unknown;
}

export const graphRead: z.ZodType<GraphRead> = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: text(512),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

/** What each kind of message may be, and how large. */
export const mediaRules: Readonly<Record<string, readonly [type: RegExp, maxBytes: number]>> = {
  image: [/^image\/(?:jpeg|png)$/, 5_000_000],
  audio: [/^audio\/(?:aac|amr|mpeg|mp4|ogg)$/, 16_000_000],
  video: [/^video\/(?:mp4|3gpp)$/, 16_000_000],
  document: [/^[\w.+-]+\/[\w.+-]+$/, 100_000_000],
};
