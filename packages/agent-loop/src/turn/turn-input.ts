import type { Message, UserMessage } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import * as z from "zod";
import { isNoteToModel, noteToModel, textOf } from "../session/message-parts.ts";

/** What a turn begins with: plain text, the parts of a user message, or all of one. */
export type AgentInput = string | UserMessage["content"] | Omit<UserMessage, "role">;

/** @throws {HermesError} `AGENT_MESSAGES_INVALID`, for programs that no compiler has read. */
export function toUserMessage(input: AgentInput): UserMessage {
  if (typeof input === "string") return { role: "user", content: [{ type: "text", text: input }] };
  const content: unknown = Array.isArray(input)
    ? input
    : (input as { content?: unknown } | undefined)?.content;
  const checked = words.safeParse(content);
  if (!checked.success) throw notWords(checked.error.issues[0]);
  return "content" in input ? { ...input, role: "user" } : { role: "user", content: input };
}

/** No more than what tells words from something else; media are looked at by themselves. */
const words = z.array(
  z.union([
    z.looseObject({ type: z.literal("text"), text: z.string() }),
    z.looseObject({ type: z.literal(["image", "file"]) }),
  ]),
);

function notWords(issue: z.core.$ZodIssue | undefined): HermesError {
  const [index] = issue?.path ?? [];
  const what =
    index === undefined
      ? "What a turn begins with is neither a text nor a list of parts."
      : `Part ${String(index)} of what a turn begins with is none.`;
  return new HermesError(what, {
    code: "AGENT_MESSAGES_INVALID",
    hint: 'Give a text, or a list of parts: { type: "text", text }, { type: "image", … } or { type: "file", … }.',
  });
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

/** The words of the user that a turn works on; empty where the program began it. */
export function taskOf(message: UserMessage | undefined, history: readonly Message[]): string {
  const user = message ?? history.findLast((earlier) => earlier.role === "user");
  const text = user === undefined ? "" : textOf(user);
  return message !== undefined && isNoteToModel(text) ? "" : text;
}
