import type { Chat } from "../store/chat-store.ts";
import type { InboundMessage, OutboundFile, Platform, PlatformConnection } from "../platforms/platform.ts";

/** How answers become messages. */
export interface Presentation {
  /** An answer without its directives (`MEDIA:` …), and the files that they name. Refused files are said in the text. */
  split(
    answer: string,
    chat?: Chat,
  ): Promise<{ readonly text: string; readonly files: readonly OutboundFile[] }>;
  /** Pieces of Markdown, each at most as long as the platform allows; none for an empty text. */
  chunks(markdown: string, platform: Platform): readonly string[];
  /** Whether an answer says that nothing is to be sent. */
  isSilent(answer: string): boolean;
  /** An answer that is not complete, as it can be shown: an open fence closed for the moment. */
  partial(markdown: string): string;
}

/** What came in beside text, as the model gets it. */
export interface InboundMedia {
  readonly notes: readonly string[];
  readonly images: readonly { readonly mediaType: string; readonly data: string }[];
}

/** Fetches the files of a message, and says what they are. Never throws: what can't be read is said in a note. */
export type ReadMedia = (
  message: InboundMessage,
  options: { readonly connection: PlatformConnection | undefined; readonly signal: AbortSignal },
) => Promise<InboundMedia>;
