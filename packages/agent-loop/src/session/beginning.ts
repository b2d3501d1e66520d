import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import * as z from "zod";
import { checkMedia } from "../documents/check-media.ts";
import type { MediaLimits } from "../documents/check-media.ts";
import { resumeHistory } from "./resume-history.ts";

/** No more than what tells a message from one of another form: the fields of parts are the provider's to refuse. */
const part = z.looseObject({ type: z.string() });
const form = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal(["user", "assistant"]), content: z.array(part) }),
  z.looseObject({ role: z.literal("tool"), callId: z.string(), name: z.string(), content: z.string() }),
]);

/**
 * The messages that a session begins with, as a valid history: a call without a result gets one that says that it did not run.
 *
 * @throws {HermesError} `AGENT_MESSAGES_INVALID`, with the place and the field of the first that is none; what `checkMedia` throws.
 */
export function beginningOf(messages: readonly Message[] = [], limits: MediaLimits): readonly Message[] {
  for (const [index, message] of messages.entries()) {
    const checked = form.safeParse(message);
    if (!checked.success) throw notAMessage(index, checked.error.issues[0]);
    if (message.role === "user") checkMedia(message, limits);
  }
  return resumeHistory({ messages, startedCalls: [] }).messages;
}

function notAMessage(index: number, issue: z.core.$ZodIssue | undefined): HermesError {
  const place = [`messages[${index}]`, ...(issue?.path ?? []).map(String)].join(".");
  return new HermesError(`${place} is no part of a message: ${issue?.message ?? "it has another form"}.`, {
    code: "AGENT_MESSAGES_INVALID",
    hint: "Messages of another form are translated by fromChatCompletions, fromAnthropicMessages and fromAiSdk of @hermes/models/convert.",
  });
}
