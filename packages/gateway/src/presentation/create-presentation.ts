import type { Presentation } from "../chat/presentation.ts";
import type { OutboundFile } from "../platforms/platform.ts";
import type { Chat } from "../store/chat-store.ts";
import { growingChunks } from "./outbound-texts.ts";
import { isSilence, type NamedFile, splitAnswer } from "./split-answer.ts";
import { streamedText } from "./streamed-text.ts";

export interface CreatePresentationOptions {
  /** Checks and keeps a file to send to a chat, where that is known; a sentence where it is not sent. @default none is sent */
  readonly keepFile?: ((named: NamedFile, chat?: Chat) => Promise<OutboundFile | string>) | undefined;
}

/** How answers become messages: silence, files and pieces. */
export function createPresentation({ keepFile }: CreatePresentationOptions = {}): Presentation {
  const chunks = growingChunks();
  return {
    async split(answer, chat) {
      const { text, files } = splitAnswer(answer);
      const kept = await Promise.all(
        files.map(
          async (file) =>
            (await keepFile?.(file, chat)) ?? `${file.path} was not sent: files are not sent here.`,
        ),
      );
      const refused = kept.filter((each) => typeof each === "string");
      return {
        text: [text, ...refused.map((each) => `_${each.replace(/[_*`[\]]/g, "\\$&")}_`)]
          .filter((part) => part !== "")
          .join("\n\n"),
        files: kept.filter((each) => typeof each !== "string"),
      };
    },
    chunks: (markdown, platform) => chunks(platform, markdown),
    isSilent: isSilence,
    partial: streamedText,
  };
}
