import type { AssistantMessage } from "@hermes/models";
import type { TextFilter } from "../recall.ts";

/** An answer as it is kept and sent again. The same object where nothing had to be taken out. */
export function scrubAnswer(
  message: AssistantMessage,
  makeFilter: (() => TextFilter) | undefined,
): AssistantMessage {
  if (makeFilter === undefined) return message;
  const content = message.content.map((part) => {
    // Thoughts may be signed, and then only count as they are.
    if (part.type !== "text") return part;
    const filter = makeFilter();
    const text = filter.push(part.text) + filter.flush();
    return text === part.text ? part : { ...part, text };
  });
  return content.every((part, index) => part === message.content[index]) ? message : { ...message, content };
}
