import type { Chat } from "../store/chat-store.ts";
import type { InboundRow } from "../store/inbox-store.ts";

/** What is said about a command before it runs. */
export type CommandVerdict =
  | { readonly decision: "deny" | "handled"; readonly text: string }
  /** It is taken as these words of the person, and runs no command. */
  | { readonly decision: "rewrite"; readonly message: string };

export interface GatewayHooks {
  /** Told at once and not waited for. Must not throw. */
  tell(event: string, context: Readonly<Record<string, unknown>>): void;
  /** Asked before a command of a chat runs, but for those beside a turn. Undefined: it runs. Must not reject. */
  command(name: string, context: Readonly<Record<string, unknown>>): Promise<CommandVerdict | undefined>;
}

/** Of what was said, in characters. */
export const toldChars = 500;

/** What every event of a chat says. */
export function chatFacts(
  { key, at, userId, kind, sessionId }: Chat,
  session: string | undefined = sessionId,
): Readonly<Record<string, unknown>> {
  const { platform, chatId, threadId } = at;
  return {
    ...{ platform, user_id: userId, chat_id: chatId, thread_id: threadId, chat_type: kind },
    ...{ session_id: session, session_key: key },
  };
}

/** What is told of a command of a chat. */
export function commandFacts(
  { message: { at, chatKind, sender } }: Pick<InboundRow, "message">,
  command: { readonly name: string; readonly line: string; readonly key: string },
): Readonly<Record<string, unknown>> {
  const { platform, chatId, threadId } = at;
  const [, args = ""] = /^\S+\s+(.*)$/su.exec(command.line) ?? [];
  return {
    ...{ platform, user_id: sender.userId, chat_id: chatId, thread_id: threadId, chat_type: chatKind },
    ...{ session_key: command.key, command: command.name, raw_command: command.line.slice(0, toldChars) },
    ...{ args: args.split(/\s+/u).filter((word) => word !== ""), raw_args: args },
  };
}
