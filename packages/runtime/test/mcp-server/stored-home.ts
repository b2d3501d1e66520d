import { join } from "node:path";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import type { TemporaryPlace } from "../support/temporary-place.ts";

export const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });

export const said = (text: string): Message => ({
  role: "assistant",
  content: [{ type: "text", text }],
  finishReason: "stop",
});

/** The store of a home, as another program has it open. */
export function storeOf(place: TemporaryPlace): State {
  return openState({ path: join(place.home, "hermes.db") });
}

/** Writes a conversation that begins with these messages. */
export function begin(
  state: State,
  id: string,
  messages: readonly Message[],
  startedAt: number = Date.now(),
): void {
  const head = { id, system: "", tools: [], model: "scripted", platform: "cli", startedAt };
  state.journal.create(head, messages);
}

/** Goes on with it. */
export function add(state: State, id: string, message: Message): void {
  state.journal.append(id, { type: "message", message, at: Date.now() });
}
