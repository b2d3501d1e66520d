import type { ChatAddress, Platform } from "../../platforms/platform.ts";

/** What a person sees of a message of the bot. */
export interface SeenMessage {
  readonly messageId: string;
  readonly text: string;
  readonly buttons: readonly (readonly string[])[];
  /** Only where a file came with it. */
  readonly fileName?: string | undefined;
}

/** The other side: one person in a chat with the bot, and what can go wrong between. What is absent can't be there. */
export interface PlatformPeer {
  readonly at: ChatAddress;
  /** @returns The id of the message, as the adapter gives it. */
  say(
    text: string,
    options?: { readonly file?: { readonly name: string; readonly bytes: Uint8Array } },
  ): Promise<string>;
  edit?(messageId: string, text: string): Promise<void>;
  press?(messageId: string, label: string): Promise<void>;
  /** False: people can send no files. @default true */
  readonly givesFiles?: boolean | undefined;
  /** What is in the chat, in order, once it holds; asked again whenever something changes there. */
  seen(holds: (messages: readonly SeenMessage[]) => boolean): Promise<readonly SeenMessage[]>;
  /** What was said last is delivered once more. */
  repeat?(): void;
  /** The next message to the chat is refused for so long. */
  limitRate?(afterMs: number): void;
  /** The next message arrives, and the connection breaks before the answer. */
  loseAnswer?(): void;
  /** The connection by which messages come in breaks once. */
  dropReceiving?(): void;
  /** It stays, but nothing comes any more, once. */
  silenceReceiving?(): void;
  /** The bot may not write to the chat any more. */
  forbid?(): void;
}

export interface PlatformPlace<Settings> extends AsyncDisposable {
  readonly platform: Platform<Settings>;
  readonly settings: Settings;
  readonly peer: PlatformPeer;
  /** Settings by which nothing can be reached. */
  readonly unreachable: Settings;
  /** Settings with a token that is not known. Absent: there are none. */
  readonly unauthorised?: Settings | undefined;
  /** Whether the platform keeps what is said while nobody listens. */
  readonly keepsMessages: boolean;
}

export type ContractCheck<Settings> = (
  name: string,
  run: (place: PlatformPlace<Settings>) => Promise<void>,
) => void;
