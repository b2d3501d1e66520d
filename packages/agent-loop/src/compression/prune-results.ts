import type { Message, ToolCallPart, ToolMessage } from "@hermes/models";
import type { CompressionInput } from "../compressor.ts";
import { toolCallsOf } from "../session/message-parts.ts";

/** What is shorter costs less than the line that would stand for it. */
const leastChars = 300;

type Reread = (result: ToolMessage) => string | undefined;

/**
 * Replaces results that say nothing new any more by one line: those that a later result repeats to the letter, and reads of
 * a file that was read again in the same way. The newest of them stays.
 *
 * @param until Results from this place on stay as they are.
 * @param readAgain How the model gets the original; undefined: it does not.
 */
export function pruneResults(
  messages: readonly Message[],
  until: number,
  { describe, readAgain }: Pick<CompressionInput, "describe"> & { readonly readAgain: Reread },
): readonly Message[] {
  const calls = callsOf(messages);
  const contents = new Set<string>();
  const reads = new Set<string>();
  let pruned: Message[] | undefined;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "tool" || message.isError === true || message.content.length < leastChars) continue;
    const call = calls.get(message.callId);
    const reading = call === undefined ? undefined : readingOf(call, describe);
    const content = `${message.name}\0${message.content}`;
    const why = contents.has(content)
      ? "repeated by a later result"
      : reading !== undefined && reads.has(reading)
        ? "read again later"
        : undefined;
    contents.add(content);
    if (reading !== undefined) reads.add(reading);
    if (why === undefined || index >= until) continue;
    (pruned ??= [...messages])[index] = replaced(message, why, readAgain(message));
  }
  return pruned ?? messages;
}

/** What a call reads, and how; undefined where it does something else. */
function readingOf(call: ToolCallPart, describe: CompressionInput["describe"]): string | undefined {
  const known = describe(call);
  if (known?.argument.kind !== "path" || known.action.readOnly !== true) return undefined;
  return `${call.name}\0${JSON.stringify(known.args)}`;
}

function replaced(message: ToolMessage, why: string, readAgain: string | undefined): ToolMessage {
  const { images: _, ...rest } = message;
  const content = { left_out: why, chars: message.content.length };
  return {
    ...rest,
    content: JSON.stringify(readAgain === undefined ? content : { ...content, original: readAgain }),
  };
}

export function callsOf(messages: readonly Message[]): ReadonlyMap<string, ToolCallPart> {
  return new Map(
    messages.flatMap((message) =>
      message.role === "assistant" ? toolCallsOf(message).map((call) => [call.id, call] as const) : [],
    ),
  );
}
