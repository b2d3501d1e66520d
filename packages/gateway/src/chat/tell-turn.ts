import type { ControllerEvent } from "@hermes/agent-loop/controller";
import type { Chat } from "../store/chat-store.ts";
import type { ChatSession } from "./chat-sessions.ts";
import { chatFacts, toldChars } from "./gateway-hooks.ts";
import type { GatewayHooks } from "./gateway-hooks.ts";

export interface TellTurnOptions {
  /** Undefined: nobody is told. */
  readonly hooks: GatewayHooks | undefined;
  readonly chat: Chat;
  readonly turn: () => { readonly words: string; readonly sessionId: string };
}

/** Tells hooks what happens in a turn, by its events. */
export function tellTurn({
  hooks,
  chat,
  turn,
}: TellTurnOptions): (event: ControllerEvent<ChatSession>) => void {
  if (hooks === undefined) return () => undefined;
  let iteration = 0;
  let compressions = 0;
  const facts = (): Readonly<Record<string, unknown>> => {
    const { words, sessionId } = turn();
    return { ...chatFacts(chat, sessionId), message: words.slice(0, toldChars) };
  };
  return (event) => {
    if (event.type === "turn-start") hooks.tell("agent:start", facts());
    else if (event.type === "turn-end")
      hooks.tell("agent:end", { ...facts(), reason: event.reason, response: event.text.slice(0, toldChars) });
    else if (event.type === "compression")
      hooks.tell("session:compress", {
        ...chatFacts(chat, turn().sessionId),
        compression_count: (compressions += 1),
      });
    else if (event.type === "session-start" && !event.session.resumed) {
      hooks.tell("session:end", chatFacts(chat));
      hooks.tell("session:reset", chatFacts(chat, event.session.id));
    } else if (event.type === "message" && event.message.role === "assistant") {
      const names = event.message.content.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
      hooks.tell("agent:step", {
        ...chatFacts(chat, turn().sessionId),
        ...{ iteration: (iteration += 1), tool_names: names },
      });
    }
  };
}
