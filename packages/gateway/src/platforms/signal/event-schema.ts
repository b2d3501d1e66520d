import { z } from "zod";
import type { SignalContent, SignalEdit, SignalEvent } from "./signal-event.ts";

// Lenient: what is not as expected is left out, so that one odd field doesn't lose a message.
const text = z.string().nullish().catch(undefined);
const timestamp = z.int().nonnegative();
const range = { start: z.int(), length: z.int() };

function listOf<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z
    .array(z.unknown())
    .nullish()
    .catch(undefined)
    .transform((all) =>
      (all ?? []).flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

const file = z.object({
  id: z.string().min(1),
  contentType: text,
  filename: text,
  size: z.number().nullish().catch(undefined),
  voiceNote: z.boolean().nullish().catch(undefined),
});

const contact = z.object({
  name: z.object({ display: text, given: text, family: text }).nullish().catch(undefined),
  phone: listOf(z.object({ value: z.string() }).transform(({ value }) => value)),
});

const content = {
  message: text,
  groupInfo: z.object({ groupId: z.string().min(1), groupName: text }).nullish(),
  mentions: listOf(z.object({ ...range, name: text, number: text, uuid: text })),
  textStyles: listOf(z.object({ ...range, style: z.string() })),
  attachments: listOf(file),
  quote: z
    .object({ id: timestamp, author: text, authorNumber: text, authorUuid: text, text })
    .nullish()
    .catch(undefined),
  sticker: z.unknown().optional(),
  contacts: listOf(contact),
  reaction: z.unknown().optional(),
  remoteDelete: z.unknown().optional(),
};

const dataMessage: z.ZodType<SignalContent> = z.object({ ...content, timestamp });
const editMessage: z.ZodType<SignalEdit> = z.object({ targetSentTimestamp: timestamp, dataMessage });

const sentMessage = z.object({
  ...content,
  timestamp: timestamp.optional(),
  destination: text,
  destinationNumber: text,
  destinationUuid: text,
  editMessage: editMessage.nullish(),
});

const received = z.object({
  account: text,
  envelope: z
    .object({
      source: text,
      sourceNumber: text,
      sourceUuid: text,
      sourceName: text,
      dataMessage: dataMessage.nullish(),
      editMessage: editMessage.nullish(),
      syncMessage: z.object({ sentMessage: sentMessage.nullish() }).nullish(),
    })
    .nullish(),
});

/** One event of the daemon: what came in, or that it could not be read. As a notification of JSON-RPC it is wrapped. */
export const eventSchema: z.ZodType<SignalEvent> = z.union([
  z.object({ params: z.object({ result: received }) }).transform(({ params }) => params.result),
  z.object({ params: received }).transform(({ params }) => params),
  received,
]);
