import type { z } from "zod";

/** Where a message comes from, or goes to. Ids are those of the platform, which don't change when somebody is renamed. */
export interface ChatAddress {
  /** Name of the platform, such as `telegram`. */
  readonly platform: string;
  readonly chatId: string;
  /** A topic or thread within the chat. */
  readonly threadId?: string | undefined;
}

export interface Sender {
  readonly userId: string;
  /** What they are called now: for people, never for a decision. */
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
  /** Whether a program wrote it. */
  readonly isBot: boolean;
}

/** A file that came with a message; fetched when it is needed. */
export interface InboundFile {
  readonly kind: "image" | "voice" | "audio" | "video" | "document" | "sticker";
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** As the platform says. */
  readonly bytes?: number | undefined;
  /** What the adapter's `fetchFile` needs; kept in the store, so plain text. */
  readonly reference: string;
}

/** What kind of file it is, is read from its bytes. */
export interface FetchedFile {
  readonly bytes: Uint8Array;
}

/** A message of a person, as an adapter hands it over. */
export interface InboundMessage {
  readonly at: ChatAddress;
  /** Unique within the chat, as the platform has it. */
  readonly messageId: string;
  /** Unique within the platform, where updates have ids of their own: what is delivered twice has it twice. @default the message id */
  readonly updateId?: string | undefined;
  readonly chatKind: "dm" | "group" | "channel";
  readonly chatTitle?: string | undefined;
  readonly sender: Sender;
  /** With the dialect's marks as Markdown; mentions of the bot left out. */
  readonly text: string;
  /** Milliseconds since 1970, by the platform's clock. */
  readonly sentAt: number;
  /** Whether the bot is spoken to: by mention, in reply to it, by a command. */
  readonly isAddressed: boolean;
  /** Whether it takes the place of an earlier version of the same message. */
  readonly isEdit?: boolean | undefined;
  /** Parts of one album have it in common. */
  readonly albumId?: string | undefined;
  readonly replyTo?:
    | { readonly messageId: string; readonly text?: string | undefined; readonly fromBot: boolean }
    | undefined;
  readonly files: readonly InboundFile[];
  /** Whether no person of ours wrote it, as with what programs post: it is data, never a command or an answer. @default false */
  readonly isUntrusted?: boolean | undefined;
}

/** A button that somebody pressed. */
export interface InboundPress {
  readonly at: ChatAddress;
  /** Unique: a press that is delivered twice has it twice. */
  readonly pressId: string;
  readonly messageId: string;
  readonly sender: Sender;
  /** What `Button.data` was. */
  readonly data: string;
}

export interface Button {
  readonly label: string;
  /** At most 64 bytes. */
  readonly data: string;
}

export interface OutboundFile {
  /** Absolute; readable, checked by the path policy. */
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly as: "image" | "voice" | "audio" | "video" | "document";
}

/** One message to one chat: at most `limits.text` long by the platform's own count. */
export interface OutboundMessage {
  readonly to: ChatAddress;
  /** Our id of the row, the same at each try: a platform that knows idempotency keys is given it. */
  readonly key: string;
  /** Markdown that `render` of the manifest has been through: in the platform's dialect. Empty with a file. */
  readonly text: string;
  /** Without any marks: what is sent where the dialect is refused. */
  readonly plain: string;
  readonly replyTo?: string | undefined;
  readonly buttons?: readonly (readonly Button[])[] | undefined;
  readonly file?: OutboundFile | undefined;
  /** No sound on the other side. */
  readonly silent: boolean;
}

/** How a try ended. Everything an adapter throws counts as `uncertain`. */
export type SendOutcome =
  | { readonly status: "sent"; readonly messageId: string }
  /** It is known that it did not arrive, and a later try may. */
  | { readonly status: "retry"; readonly reason: string; readonly afterMs?: number | undefined }
  /** It did not arrive, and never will: a chat that forbids writing, a file too large. */
  | { readonly status: "failed"; readonly reason: string; readonly code: SendFailure }
  /** It may have arrived: nobody answered. */
  | { readonly status: "uncertain"; readonly reason: string };

export type SendFailure =
  | "forbidden"
  | "no-such-chat"
  | "too-large"
  | "bad-content"
  | "unauthorised"
  | "unsupported";

/** How an adapter is: by what it last heard and said itself, not by having been started. */
export interface PlatformHealth {
  readonly state: "connecting" | "up" | "retrying" | "failed" | "stopped";
  /** Milliseconds since 1970 of the last round trip with the platform. */
  readonly heardAt?: number | undefined;
  readonly spokeAt?: number | undefined;
  readonly reason?: string | undefined;
  /** What the person can do about it. */
  readonly hint?: string | undefined;
  /** As whom it is connected: `@hermes_bot`. */
  readonly as?: string | undefined;
}

/** What was asked of a route. Nothing of it is checked but its size. */
export interface RouteRequest {
  readonly method: string;
  /** What stands behind the prefix, such as `/github`; empty for the prefix itself. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What an adapter is given. */
export interface PlatformHost {
  /** Resolves once it is kept: only then may the platform be told that it was received. Rejects: it is to come again. */
  message(message: InboundMessage): Promise<void>;
  press(press: InboundPress): Promise<void>;
  /** After each round trip with the platform, and whenever something is wrong. */
  health(health: PlatformHealth): void;
  /** A place for the adapter's own small state, such as the next update. */
  readonly memory: {
    read(key: string): Promise<string | undefined>;
    write(key: string, text: string): Promise<void>;
  };
  /**
   * Serves everything at and below `prefix` on the shared HTTP listener, for what the platform posts. Anybody can call it: the
   * adapter checks the signature before it reads a word. Absent: this program has no listener.
   */
  readonly route?:
    | ((
        prefix: string,
        handle: (request: RouteRequest) => Promise<Response>,
        options?: {
          /** A longer body is answered with 413. @default 1_000_000 */
          readonly maxBodyBytes?: number | undefined;
        },
      ) => Promise<{ readonly url: string; close(): void }>)
    | undefined;
  /**
   * Puts Markdown into the outbox of another chat, named as people name it (`telegram`, `slack:C012`, …): for a platform that hands
   * on. Resolves once it is kept; what has the same key is kept once. Absent: this program hands nothing on.
   *
   * @throws {HermesError} `PLATFORM_NO_TARGET` where the target names no chat, with what to write instead.
   */
  readonly deliver?:
    | ((
        target: string,
        message: {
          readonly key: string;
          readonly markdown: string;
          readonly file?: OutboundFile | undefined;
        },
      ) => Promise<void>)
    | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** For the log: a constant sentence, and what varies beside it. Never a token. */
  readonly log: (
    level: "info" | "warn" | "error",
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
}

/** A platform that is connected, or trying to be. */
export interface PlatformConnection {
  /** One try; the outbox repeats. */
  send(message: OutboundMessage, options: { readonly signal: AbortSignal }): Promise<SendOutcome>;
  /** Changes the text and buttons of a message. Absent: it can't. */
  edit?(
    messageId: string,
    message: OutboundMessage,
    options: { readonly signal: AbortSignal },
  ): Promise<SendOutcome>;
  delete?(at: ChatAddress, messageId: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /** One sign that somebody is writing; repeated by the caller. Never throws. */
  typing?(at: ChatAddress): Promise<void>;
  /** Whether a message with this key or text arrived: for those that are uncertain. Absent: the platform can't tell. */
  lookUp?(
    message: OutboundMessage,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly messageId: string } | "not-there" | "unknown">;
  /** Answers a press, so that the button stops spinning; a text is shown to who pressed it alone, where that can be. */
  answerPress?(pressId: string, text?: string): Promise<void>;
  /** The bytes of a file that came in. @throws where it is larger than `maxBytes`, or gone. */
  fetchFile?(
    reference: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedFile>;
  /** Tells the platform's own menu which commands there are. */
  setCommands?(commands: readonly { readonly name: string; readonly summary: string }[]): Promise<void>;
  chatInfo?(
    at: ChatAddress,
  ): Promise<{ readonly title?: string | undefined; readonly kind: "dm" | "group" | "channel" } | undefined>;
  /** Asks the platform something that only a live connection answers. @throws where it does not. */
  check(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Takes nothing more, and ends. What was handed over is kept. Never throws. */
  stop(): Promise<void>;
}

/** How a person sets a platform up. Texts are for people; they name pages and menus of the vendor, no command of ours. */
export interface PlatformSetup<Settings> {
  /** What to do before, such as where a token is had: a line each. */
  readonly steps: readonly string[];
  /** What is asked, in order; settings that none asks for keep their default. */
  readonly questions: readonly SetupQuestion[];
  /** How people find their own id, such as `a number; @userinfobot tells it`. Absent: nobody has one. */
  readonly userId?: { readonly hint: string; readonly pattern: RegExp } | undefined;
  /**
   * Asks the platform as whom these settings connect, and changes nothing there.
   *
   * @throws as `connect`
   */
  identify(
    settings: Settings,
    options: { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal },
  ): Promise<string>;
  /** What is left to do once it works, such as the address that the vendor has to be told. `url`: of the listener, where it is known. */
  next?(settings: Settings, url: string | undefined): readonly string[];
}

export interface SetupQuestion {
  /** Of the settings; it has a variable in `environment`. */
  readonly key: string;
  readonly question: string;
  /** Not shown while it is typed. */
  readonly secret: boolean;
  /** An empty answer leaves it out. */
  readonly optional?: boolean | undefined;
}

/** One messenger: everything that the gateway must know of it. Adding one is a file or a folder, and a line in the list. */
export interface Platform<Settings = unknown> {
  readonly name: string;
  readonly label: string;
  /** Settings under `platforms.<name>`, with the names of the variables that stand for them. */
  readonly settings: z.ZodType<Settings>;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: {
    /** Longest text, and longest text below a file, by `length`. */
    readonly text: number;
    readonly caption: number;
    /** Milliseconds between two edits of a message. */
    readonly editEveryMs: number;
    readonly fileBytes: number;
    readonly buttonsPerRow: number;
  };
  /** The platform's own count, such as UTF-16 units. */
  length(text: string): number;
  /** Markdown to its dialect. */
  render(markdown: string): { readonly text: string; readonly plain: string };
  readonly can: {
    readonly edit: boolean;
    readonly buttons: boolean;
    readonly threads: boolean;
    readonly files: boolean;
    readonly codeBlocks: boolean;
  };
  /** What of it is shown while it works. */
  readonly progress: "off" | "new" | "all" | "verbose";
  /** Whether a person has given what it needs. */
  isConfigured(settings: Settings): boolean;
  /** Whether it is called at a route of the listener, so that this needs a port that stays. @default no */
  takesCalls?(settings: Settings): boolean;
  /**
   * Where the vendor is to call, where `takesCalls`: paths of the listener, such as `/slack/events`, or whole addresses that a person
   * has set. Shown to people. @default nothing is shown
   */
  callPaths?(settings: Settings): readonly string[];
  /**
   * What it hands over comes from people or programs that it has checked by itself (a signature, a server of the owner), so that
   * nobody needs to be let in. They are users, unless they are named as owners. @default false
   */
  readonly admits?: boolean | undefined;
  /** A chat as people write its id, with the thread behind it. Undefined: it can't be one. @default whole numbers, `CHAT` or `CHAT:THREAD` */
  parseChat?(
    written: string,
  ): { readonly chatId: string; readonly threadId?: string | undefined } | undefined;
  /** Absent: it needs nothing. */
  readonly setup?: PlatformSetup<Settings> | undefined;
  /**
   * Connects and begins to hand over messages. Resolves once the first round trip was answered; goes on trying by itself after
   * that, whatever happens.
   *
   * @throws {HermesError} `PLATFORM_UNAUTHORISED` (a wrong or revoked token), `PLATFORM_CONFLICT` (somebody else uses it),
   * `PLATFORM_UNREACHABLE`.
   */
  connect(
    settings: Settings,
    host: PlatformHost,
    options: { readonly signal: AbortSignal },
  ): Promise<PlatformConnection>;
}
