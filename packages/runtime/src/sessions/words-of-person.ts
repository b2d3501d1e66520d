import type { Message } from "@hermes/models";
import { isSkillMessage, taskOfSkillMessage } from "@hermes/skills";

/**
 * The messages as the person wrote them: one that a slash command made carries whole skills, in which nobody said what
 * was wanted.
 */
export function wordsOfPerson(messages: readonly Message[]): readonly Message[] {
  return messages.map((message): Message => {
    if (message.role !== "user") return message;
    const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    if (!isSkillMessage(text)) return message;
    const [firstLine = ""] = text.split("\n", 1);
    return { ...message, content: [{ type: "text", text: taskOfSkillMessage(text) ?? firstLine }] };
  });
}
