import type { Message } from "@hermes/models";
import type { MessageFacts } from "../session/session.ts";
import type { TurnScope } from "./turn-scope.ts";

/** Writes a message, takes it into the history, and tells of it. */
export async function recordMessage(
  { session, events }: Pick<TurnScope, "session" | "events">,
  message: Message,
  facts?: MessageFacts,
): Promise<void> {
  const written = session.record(message, facts);
  if (written !== undefined) await written;
  events.push({ type: "message", message });
}
