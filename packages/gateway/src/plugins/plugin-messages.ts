import { z } from "zod";
import { oneLine } from "../chat/one-line.ts";
import type { InboundMessage, SendFailure, SendOutcome } from "../platforms/platform.ts";

// What another process says is checked here, and nothing of it is used otherwise.

const id = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex -- these are what no id has
  .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, "has control characters");
const longestText = 100_000;
const name = z
  .string()
  .max(1_000)
  .transform((text) => oneLine(text, 100));

const inbound = z.object({
  chatId: id,
  threadId: id.optional(),
  messageId: id,
  chatKind: z.enum(["dm", "group", "channel"]),
  sender: z.object({ userId: id, name: name.optional() }),
  text: z.string().max(longestText),
  sentAt: z.number().int().min(0).max(8.64e15).optional(),
  isAddressed: z.boolean().optional(),
});

const failures = [
  "forbidden",
  "no-such-chat",
  "too-large",
  "bad-content",
  "unauthorised",
] as const satisfies readonly SendFailure[];
const reason = z
  .string()
  .max(10_000)
  .transform((text) => oneLine(text, 240));

const sent = z.discriminatedUnion("status", [
  z.object({ status: z.literal("sent"), messageId: id }),
  z.object({
    status: z.literal("retry"),
    reason,
    afterMs: z.number().int().min(0).max(86_400_000).optional(),
  }),
  z.object({ status: z.literal("failed"), reason, code: z.enum(failures).default("bad-content") }),
]);

const checked = z.object({ as: name.optional() }).optional();

type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** A message of a person. */
export function readInbound(given: unknown, platform: string, now: number): Read<InboundMessage> {
  const read = inbound.safeParse(given);
  if (!read.success) return { problem: problemOf(read.error) };
  const { chatId, threadId, messageId, chatKind, sender, text, sentAt = now, isAddressed } = read.data;
  return {
    value: {
      at: { platform, chatId, ...(threadId === undefined ? {} : { threadId }) },
      ...{ messageId, chatKind, text, sentAt, files: [] },
      sender: { ...sender, isBot: false },
      isAddressed: isAddressed ?? chatKind === "dm",
    },
  };
}

/** How a try to send ended. What can't be read may have arrived. */
export function readSent(given: unknown): SendOutcome {
  const read = sent.safeParse(given);
  return read.success
    ? read.data
    : { status: "uncertain", reason: `it gave no outcome: ${problemOf(read.error)}` };
}

/** As whom it is connected. */
export function readChecked(given: unknown): Read<string | undefined> {
  const read = checked.safeParse(given);
  if (!read.success) return { problem: problemOf(read.error) };
  return { value: read.data?.as === "" ? undefined : read.data?.as };
}

/** The first of it, and nothing of what was given. */
function problemOf({ issues }: z.ZodError): string {
  const [{ path = [], message = "is not right" } = {}] = issues;
  return `${path.length === 0 ? "it" : path.map(String).join(".")}: ${message}`;
}
