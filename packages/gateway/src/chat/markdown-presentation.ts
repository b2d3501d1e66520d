import type { OutboundFile } from "../platforms/platform.ts";
import { chunk } from "../presentation/chunk.ts";
import { isSilence, splitAnswer } from "../presentation/split-answer.ts";
import type { NamedFile } from "../presentation/split-answer.ts";
import { streamedText } from "../presentation/streamed-text.ts";
import type { Chat } from "../store/chat-store.ts";
import type { Presentation } from "./presentation.ts";

export interface MarkdownPresentationOptions {
  /**
   * Checks a file that an answer names.
   *
   * @returns The file, or a sentence for the person where it is not sent. @default none is
   */
  readonly file?: ((named: NamedFile, chat: Chat) => Promise<OutboundFile | string>) | undefined;
}

/** Answers in Markdown as the messages of any platform. */
export function markdownPresentation({ file = notSent }: MarkdownPresentationOptions = {}): Presentation {
  return {
    async split(answer, chat) {
      const { text, files } = splitAnswer(answer);
      const checked = await Promise.all(files.map(async (named) => await file(named, chat)));
      const refused = checked.filter((each) => typeof each === "string");
      return {
        text: [text, ...refused].filter((part) => part !== "").join("\n\n"),
        files: checked.filter((each) => typeof each !== "string"),
      };
    },
    chunks(markdown, { limits, length, render }) {
      // What a message takes as plain text counts, too: it is what is sent where the dialect is refused.
      const measured = (piece: string): number => {
        const { text, plain } = render(piece);
        return Math.max(length(text), length(plain));
      };
      return chunk(markdown, { max: limits.text, length: measured }).map(({ text }) => text);
    },
    isSilent: isSilence,
    partial: streamedText,
  };
}

async function notSent({ path }: NamedFile): Promise<string> {
  return `The file ${path} is not sent: files can't be sent here.`;
}
