import type { Chat } from "../store/chat-store.ts";
import type { ChatSettings } from "./chat-settings.ts";
import { chatFacts } from "./gateway-hooks.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import type { OpenChat } from "./open-chat.ts";
import { resetReason } from "./reset-policy.ts";

const scope = "reset";

const said = {
  daily: "A new day: this is a new conversation. /resume goes back to an earlier one.",
  idle: "It has been a while: this is a new conversation. /resume goes back to an earlier one.",
} as const;

export interface ResetConversationOptions {
  readonly parts: GatewayParts;
  readonly settings: Pick<ChatSettings, "reset" | "resetOf">;
  readonly chat: Chat;
  readonly open: OpenChat;
}

/** Ends a session whose time is over, after the model has saved what is worth remembering; not while something works on in its background. */
export async function resetConversation({
  parts,
  settings,
  chat,
  open,
}: ResetConversationOptions): Promise<void> {
  if (chat.sessionId === undefined || open.hasLiveWork) return;
  const policy = settings.resetOf?.[chat.kind] ?? settings.reset;
  const reason = resetReason(policy, { lastActiveAt: chat.lastActiveAt, now: parts.now() });
  if (reason === undefined) return;
  await open.open(chat);
  const wasUsed = open.messages.length > 0;
  await open.closeForGood();
  await parts.store.chats.setSession(chat.key, null);
  parts.hooks?.tell("session:end", { ...chatFacts(chat), reason });
  if (wasUsed) await parts.store.memory.write(scope, chat.key, reason);
}

/** Tells the person once, with the words that begin the new session. */
export async function sayReset({ store, now }: GatewayParts, { key, at }: Chat): Promise<void> {
  const reason = await store.memory.read(scope, key);
  if (reason !== "daily" && reason !== "idle") return;
  await store.memory.write(scope, key, "");
  const notice = {
    key: `${scope}:${key}:${now()}`,
    to: at,
    kind: "notice",
    text: said[reason],
    silent: true,
  } as const;
  await store.outbox.put([notice], now());
}
