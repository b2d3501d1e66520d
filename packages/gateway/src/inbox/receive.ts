import type { AccessDecision, QuestionReply } from "../access/access.ts";
import type { GatewayParts, ServedPlatform } from "../chat/gateway-parts.ts";
import type { Mailbox } from "../chat/mailbox.ts";
import { isShared, sessionKey } from "../chat/session-key.ts";
import type { InboundMessage, InboundPress } from "../platforms/platform.ts";
import { parseResend } from "../outbox/resend.ts";
import type { Chat } from "../store/chat-store.ts";

export interface ReceiverOptions {
  readonly parts: GatewayParts;
  readonly served: () => ServedPlatform;
  readonly mailboxOf: (key: string, shared: boolean) => Mailbox;
  /** Gives an answer to an approval of a chat. */
  readonly approve: (reply: Extract<QuestionReply, { readonly type: "approval" }>) => Promise<void>;
}

/** What becomes of what an adapter hands over. Both resolve once it is kept, or is known to be nothing for us. */
export interface Receiver {
  message(message: InboundMessage): Promise<void>;
  press(press: InboundPress): Promise<void>;
}

export function createReceiver({ parts, served, mailboxOf, approve }: ReceiverOptions): Receiver {
  const { store, access, now, limits } = parts;

  async function settleReply(reply: QuestionReply): Promise<void> {
    if (reply.type === "approval") await approve(reply);
  }

  async function message(received: InboundMessage): Promise<void> {
    const decision = await access.decide(received);
    if (decision.type === "ignored") return undefined;
    if (received.isEdit !== true) return await take(received, decision);
    if (decision.type === "answered") return undefined;
    const corrected = await store.inbox.correct(received);
    const key = sessionKey(received, served().settings, decision.tier);
    if (corrected === "corrected")
      mailboxOf(key, shared(received)).correct(received.messageId, received.text);
    if (corrected !== "late") return undefined;
    const { messageId, updateId = String(now()) } = received;
    const text = `(A correction of what I said before:) ${received.text}`;
    return await take({ ...received, isEdit: false, messageId: `${messageId}#${updateId}`, text }, decision);
  }

  const shared = (of: InboundMessage): boolean => isShared(of, served().settings);

  async function take(
    received: InboundMessage,
    decision: Exclude<AccessDecision, { readonly type: "ignored" }>,
  ): Promise<void> {
    const tier = decision.type === "allowed" ? decision.tier : "guest";
    const chat = sessionKey(received, served().settings, tier);
    const row = { chat, message: received, tier, receivedAt: now() };
    const to = received.at;
    if (decision.type === "answered") {
      const { reason, text, buttons } = decision;
      const key = `access:${to.platform}:${to.chatId}:${received.messageId}`;
      await store.inbox.keep(row, { reason, outbound: [{ key, to, kind: "notice", text, buttons }] });
      return;
    }
    const mailbox = mailboxOf(chat, shared(received));
    if (mailbox.waiting >= limits.queuedPerChat) {
      // Said once for each minute in which it holds.
      const key = `full:${chat}:${Math.floor(now() / 60_000)}`;
      const text = `Too much waits here already (${limits.queuedPerChat} messages), so I left that one out. Send it again later, or /stop what waits.`;
      await store.inbox.keep(row, { reason: "full", outbound: [{ key, to, kind: "notice", text }] });
      return;
    }
    const kept = await store.inbox.keep(row);
    if (kept === undefined) return;
    // Whoever answers a question has to be a person of ours.
    const reply =
      received.isUntrusted === true
        ? undefined
        : await access.reply?.(received, await chatOf(kept.chat, received, tier));
    const { fence } = served();
    if (reply === undefined || fence === undefined) return mailbox.take(kept);
    const outbound =
      reply.text === undefined
        ? []
        : [{ key: `m${kept.id}:taken`, to, kind: "notice" as const, text: reply.text }];
    await store.inbox.settle({ answered: [kept.id], outbound }, fence);
    await settleReply(reply);
    return undefined;
  }

  async function chatOf(
    key: string,
    { at, chatKind, chatTitle, sender }: InboundMessage,
    tier: Chat["tier"],
  ): Promise<Chat> {
    const known = await store.chats.get(key);
    return (
      known ?? {
        ...{ key, at, kind: chatKind, title: chatTitle, tier, lastActiveAt: now() },
        ...{ userId: sender.userId, userName: sender.name },
      }
    );
  }

  async function press(pressed: InboundPress): Promise<void> {
    const answer = async (text?: string): Promise<void> => {
      await served().connection?.answerPress?.(pressed.pressId, text);
    };
    const id = parseResend(pressed.data);
    if (id !== undefined) {
      const isHere = (await store.outbox.unsettled(pressed.at)).some((row) => row.id === id);
      const sent = isHere && (await store.outbox.resend(id));
      return await answer(sent ? "Sent again." : "It was sent again already.");
    }
    const reply = await access.press?.(pressed);
    if (reply !== undefined) await settleReply(reply);
    return await answer(reply === undefined ? "This button is not in use any more." : reply.text);
  }

  return { message, press };
}
