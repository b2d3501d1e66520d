import type { Message, UserMessage } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { noteToModel, textOf } from "../session/message-parts.ts";

/** What a turn begins with: plain text, the parts of a user message, or all of one. */
export type AgentInput = string | UserMessage["content"] | Omit<UserMessage, "role">;

export function toUserMessage(input: AgentInput): UserMessage {
  if (typeof input === "string") return { role: "user", content: [{ type: "text", text: input }] };
  return "content" in input ? { ...input, role: "user" } : { role: "user", content: input };
}

/** What has to be said before a turn can go on without the user; nothing where the history waits for an answer. */
export function continuationOf(history: readonly Message[]): UserMessage | undefined {
  const last = history.at(-1);
  if (last === undefined) {
    throw new HermesError("There is nothing to continue.", {
      code: "NOTHING_TO_CONTINUE",
      hint: "Begin with run().",
    });
  }
  if (last.role !== "assistant") return undefined;
  return noteToModel(
    "Your last answer ended here. Go on with the task, without repeating what you have said.",
  );
}

/** The words of the user that a turn works on. */
export function taskOf(message: UserMessage | undefined, history: readonly Message[]): string {
  const user = message ?? history.findLast((earlier) => earlier.role === "user");
  return user === undefined ? "" : textOf(user);
}
