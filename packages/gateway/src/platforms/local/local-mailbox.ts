import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import type { OutboundMessage, PlatformHost } from "../platform.ts";
import { type LocalMessage, localMessage } from "./local-protocol.ts";

interface Kept {
  readonly key: string;
  readonly message: LocalMessage;
}

const mailbox = z.object({
  next: z.int(),
  kept: z.array(z.object({ key: z.string(), message: localMessage })),
});

const maxMessages = 100;
const maxChars = 400_000;

/** The last messages to one local chat, for when somebody opens it again. */
export interface LocalMailbox {
  readonly messages: readonly LocalMessage[];
  byKey(key: string): LocalMessage | undefined;
  /** Adds it, or gives the one with the same key. `isMissed`: nobody has the chat open. */
  add(message: OutboundMessage, isMissed: boolean): Promise<LocalMessage>;
  /** Somebody has got all of them. */
  seen(): Promise<void>;
  /** False: it is not there any more. */
  change(messageId: string, message: OutboundMessage): Promise<LocalMessage | undefined>;
  remove(messageId: string): Promise<void>;
}

export async function openLocalMailbox(
  memory: PlatformHost["memory"],
  chatId: string,
): Promise<LocalMailbox> {
  const place = `chat:${chatId}`;
  // Damaged: what was said is in the session.
  const read = mailbox.safeParse(jsonOf((await memory.read(place)) ?? "")).data;
  let next = read?.next ?? 1;
  let kept: readonly Kept[] = read?.kept ?? [];
  const write = async (changed: readonly Kept[]): Promise<void> => {
    let chars = 0;
    const fits = changed.toReversed().findIndex(({ message }) => (chars += message.text.length) > maxChars);
    kept = changed.slice(-(fits === -1 ? maxMessages : Math.max(1, Math.min(fits, maxMessages))));
    await memory.write(place, JSON.stringify({ next, kept }));
  };
  return {
    get messages() {
      return kept.map(({ message }) => message);
    },
    byKey: (key) => kept.find((each) => each.key === key)?.message,
    async add(outbound, isMissed) {
      const known = kept.find(({ key }) => key === outbound.key)?.message;
      if (known !== undefined) return known;
      const message = messageOf(`h${next++}`, outbound, isMissed);
      await write([...kept, { key: outbound.key, message }]);
      return message;
    },
    async seen() {
      if (!kept.some(({ message }) => message.isMissed)) return;
      await write(kept.map(({ key, message }) => ({ key, message: { ...message, isMissed: undefined } })));
    },
    async change(messageId, outbound) {
      const before = kept.find(({ message }) => message.messageId === messageId)?.message;
      if (before === undefined) return undefined;
      const message = messageOf(messageId, outbound, before.isMissed === true);
      await write(kept.map((each) => (each.message.messageId === messageId ? { ...each, message } : each)));
      return message;
    },
    remove: (messageId) => write(kept.filter(({ message }) => message.messageId !== messageId)),
  };
}

function messageOf(
  messageId: string,
  { text, buttons, file, replyTo }: OutboundMessage,
  isMissed: boolean,
): LocalMessage {
  return {
    messageId,
    text,
    ...(buttons === undefined ? {} : { buttons }),
    ...(file === undefined ? {} : { file: { path: file.path, name: file.name, mimeType: file.mimeType } }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(isMissed ? { isMissed } : {}),
  };
}
