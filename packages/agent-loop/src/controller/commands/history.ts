import type { Message } from "@hermes/models";
import { earlierMessages } from "../earlier-messages.ts";
import { textOf } from "../../session/message-parts.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

const lineChars = 200;

export const historyCommand: SlashCommand = defineSlashCommand({
  name: "history",
  summary: "Show what was said, with the number that takes each message of yours back.",
  hint: "[n]",
  kind: "info",
  whileBusy: true,
  run({ rest, session }) {
    const typed = rest.trim();
    const most = typed === "" ? 10 : Number(typed);
    if (!Number.isInteger(most) || most < 1) return { lines: [`"${typed}" is no number of messages.`] };
    const { messages } = session.agent;
    const earlier = earlierMessages(messages).slice(0, most).toReversed();
    if (earlier.length === 0) return { lines: ["Nothing was said yet."], data: [] };
    const said = earlier.map(({ back, text, index }, place) => ({
      back,
      text,
      answer: answerOf(messages.slice(index + 1, earlier[place + 1]?.index)),
    }));
    return {
      lines: [
        ...said.flatMap(({ back, text, answer }) => [
          `${back}  you: ${shortened(text)}`,
          ...(answer === undefined ? [] : [`   hermes: ${shortened(answer)}`]),
        ]),
        "Take messages back: /undo NUMBER",
      ],
      data: said,
    };
  },
});

/** The last words of the model among these messages. */
function answerOf(messages: readonly Message[]): string | undefined {
  const texts = messages.map((message) => (message.role === "assistant" ? textOf(message).trim() : ""));
  return texts.findLast((text) => text !== "");
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > lineChars ? `${line.slice(0, lineChars)} …` : line;
}
