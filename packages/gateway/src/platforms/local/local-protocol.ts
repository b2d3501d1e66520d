import { z } from "zod";

/** What a chat of this machine says to the gateway: one JSON object in each line. */
export type LocalRequest =
  | { readonly type: "hello"; readonly as: string }
  | {
      readonly type: "say";
      /** Of the client's making, and never used again: what is said twice with one id counts once. */
      readonly id: string;
      readonly text: string;
      /** Absolute paths. */
      readonly files?: readonly string[] | undefined;
      readonly replyTo?: string | undefined;
      /** True: in place of what was said with this id. */
      readonly isEdit?: boolean | undefined;
    }
  | { readonly type: "press"; readonly id: string; readonly messageId: string; readonly data: string }
  | { readonly type: "ping" };

/** A message of the gateway as a local chat shows it. */
export interface LocalMessage {
  readonly messageId: string;
  /** Markdown. */
  readonly text: string;
  readonly buttons?: readonly (readonly { readonly label: string; readonly data: string }[])[] | undefined;
  readonly file?: { readonly path: string; readonly name: string; readonly mimeType: string } | undefined;
  readonly replyTo?: string | undefined;
  /** Nobody had the chat open when it came. */
  readonly isMissed?: boolean | undefined;
}

/** What the gateway says to a chat of this machine. */
export type LocalEvent =
  /** First of all; with the last messages, of which the client may have seen some. */
  | { readonly type: "welcome"; readonly as: string; readonly messages: readonly LocalMessage[] }
  /** What was said with the id is in the store; or isn't, and why. */
  | { readonly type: "kept"; readonly id: string }
  | { readonly type: "refused"; readonly id?: string | undefined; readonly reason: string }
  | { readonly type: "message"; readonly message: LocalMessage }
  | { readonly type: "edited"; readonly message: LocalMessage }
  | { readonly type: "deleted"; readonly messageId: string }
  | { readonly type: "typing" }
  /** What is said to who pressed a button. */
  | { readonly type: "answer"; readonly id: string; readonly text?: string | undefined }
  | { readonly type: "pong" };

const id = z.string().min(1).max(100);

export const localRequest: z.ZodType<LocalRequest> = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    as: z.string().regex(/^[\w.-]{1,32}$/, "is not a name of letters, digits, '.', '_' and '-'"),
  }),
  z.object({
    type: z.literal("say"),
    id,
    text: z.string().max(1_000_000),
    files: z.array(z.string().startsWith("/").max(4_096)).max(20).optional(),
    replyTo: id.optional(),
    isEdit: z.boolean().optional(),
  }),
  z.object({ type: z.literal("press"), id, messageId: id, data: z.string().max(64) }),
  z.object({ type: z.literal("ping") }),
]);

export const localMessage: z.ZodType<LocalMessage> = z.object({
  messageId: z.string(),
  text: z.string(),
  buttons: z.array(z.array(z.object({ label: z.string(), data: z.string() }))).optional(),
  file: z.object({ path: z.string(), name: z.string(), mimeType: z.string() }).optional(),
  replyTo: z.string().optional(),
  isMissed: z.boolean().optional(),
});

export const localEvent: z.ZodType<LocalEvent> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("welcome"), as: z.string(), messages: z.array(localMessage) }),
  z.object({ type: z.literal("kept"), id: z.string() }),
  z.object({ type: z.literal("refused"), id: z.string().optional(), reason: z.string() }),
  z.object({ type: z.literal("message"), message: localMessage }),
  z.object({ type: z.literal("edited"), message: localMessage }),
  z.object({ type: z.literal("deleted"), messageId: z.string() }),
  z.object({ type: z.literal("typing") }),
  z.object({ type: z.literal("answer"), id: z.string(), text: z.string().optional() }),
  z.object({ type: z.literal("pong") }),
]);
