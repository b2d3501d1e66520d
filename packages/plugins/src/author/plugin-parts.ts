import type { AssistantMessage, Message, ModelEvent, ModelRequest } from "@hermes/models";
import type { JsonSchema } from "@hermes/registry";
import type { HookAnswers, HookEvents } from "../hooks/hook-events.ts";
import type { PluginContext } from "./plugin-context.ts";

/** What may be given at once or later. */
export type Later<Value> = Value | Promise<Value>;

/** A tool for the model. */
export interface PluginTool {
  /** For the model: what it does and when to use it. At most 2,000 characters. */
  readonly description: string;
  /** JSON Schema (2020-12) of an object. */
  readonly parameters: JsonSchema;
  /** Whether no call changes anything. @default false */
  readonly readOnly?: boolean | undefined;
  /** Longest time of a call. Milliseconds. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** Gives JSON. What it throws is an error for the model, by its message. */
  execute(args: Readonly<Record<string, unknown>>, context: PluginContext): Later<unknown>;
}

/** What is typed after a slash in a conversation. */
export interface PluginCommand {
  /** One line. */
  readonly summary: string;
  /** `text` is shown to the person, `prompt` is said to the agent in their name. */
  run(
    call: { readonly args: string },
    context: PluginContext,
  ): Later<{ readonly text?: string | undefined; readonly prompt?: string | undefined }>;
}

/** A command of `hermes`, run as `hermes NAME ARGS`. */
export interface PluginProgram {
  /** One line. */
  readonly summary: string;
  /** Of `hermes NAME --help`. */
  readonly usage?: string | undefined;
  /** Yields what is written to standard output; returns the exit code. */
  run(
    call: { readonly args: readonly string[]; readonly input: string },
    context: PluginContext,
  ): AsyncGenerator<string, number | undefined | void>;
}

/** A part of the prompt of new sessions. */
export interface PluginSection {
  /** Most characters; what is longer is left out with a warning. At most 4,000. @default 2_000 */
  readonly maxChars?: number | undefined;
  /** Asked once for a session; empty: nothing is added. */
  text(of: { readonly platform: string }, context: PluginContext): Later<string>;
}

/** Models of a provider, chosen by `model.provider: NAME`. */
export interface PluginModels {
  /** For people. */
  readonly label: string;
  /** The first is the default. */
  readonly models: readonly {
    readonly id: string;
    /** Tokens of input and output together. */
    readonly contextWindow: number;
    readonly maxOutputTokens?: number | undefined;
  }[];
  /** Yields what the model says and ends with `finish`. Aborted by `context.signal`. */
  stream(request: PluginModelRequest, context: PluginContext): AsyncGenerator<PluginModelEvent, void>;
}

export interface PluginModelRequest extends Pick<
  ModelRequest,
  "system" | "tools" | "messages" | "maxOutputTokens" | "temperature" | "toolChoice" | "reasoningEffort"
> {
  /** Id of one of `models`. */
  readonly model: string;
}

export type PluginModelEvent =
  | Extract<
      ModelEvent,
      { readonly type: "text-delta" | "reasoning-delta" | "tool-call-start" | "tool-call-delta" }
    >
  | {
      readonly type: "finish";
      readonly message: AssistantMessage;
      readonly finishReason: "stop" | "length" | "tool-calls" | "refusal";
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
    };

/** A memory beside the notes, chosen by `memory.provider: NAME`. See `MemoryProvider` of `@hermes/memory/provider`. */
export interface PluginMemory {
  /** Rejects with the reason why it can't be reached. */
  check(of: Record<string, never>, context: PluginContext): Later<void>;
  /** What every request of the session begins with; empty: nothing. */
  promptBlock(of: Record<string, never>, context: PluginContext): Later<string>;
  /** What is known about the words that begin a turn; empty: nothing. */
  prefetch(of: { readonly query: string }, context: PluginContext): Later<string>;
  /** Told of each turn, perhaps twice. */
  sync(turn: { readonly text: string; readonly answer: string }, context: PluginContext): Later<void>;
}

/** A web search, chosen by `web.search_backend: NAME`. */
export interface PluginSearch {
  /** For people. */
  readonly title: string;
  /** Results that one request gives. From 1 to 100. @default 20 */
  readonly maxResults?: number | undefined;
  search(
    asked: { readonly query: string; readonly limit: number },
    context: PluginContext,
  ): Later<
    readonly {
      readonly url: string;
      readonly title?: string | undefined;
      readonly description?: string | undefined;
    }[]
  >;
}

/** Sound as bytes. */
export interface PluginAudio {
  readonly bytes: Uint8Array;
  readonly extension: "wav" | "mp3" | "ogg";
}

/** A voice, chosen by `tts.provider: NAME`. */
export interface PluginSpeaker {
  readonly title: string;
  /** Most characters of one text. @default 4_000 */
  readonly maxChars?: number | undefined;
  speak(
    asked: { readonly text: string; readonly voice?: string | undefined },
    context: PluginContext,
  ): Later<PluginAudio>;
}

/** What writes down what was said, chosen by `stt.provider: NAME`. */
export interface PluginTranscriber {
  readonly title: string;
  /** The words; empty: none were heard. */
  transcribe(
    recording: { readonly bytes: Uint8Array; readonly extension: string },
    context: PluginContext,
  ): Later<string>;
}

/**
 * A place where commands run, chosen by `terminal.backend: NAME`. Hermes starts `command` for each script, outside of the wall, as the
 * person. `place` names what was opened and is the same in all of its calls: nothing else need be remembered between them.
 */
export interface PluginBackend {
  readonly title: string;
  /** Makes the place if there is none. `again`: the way there was lost, or the place with it. */
  open(of: { readonly place: string; readonly again: boolean }, context: PluginContext): Later<void>;
  /**
   * The command line that runs a POSIX `sh` script there, such as `["docker", "exec", "-i", "box", "sh", "-c", script]`. Its first word is
   * a program that the manifest names under `may.run`. The script reads and writes what the program does. At most 200 words and 100 kB.
   *
   * @param of `pty`: it runs in a pseudo terminal, which is to be passed on (`docker exec -it`, `ssh -tt`).
   */
  command(
    of: { readonly place: string; readonly script: string; readonly pty: boolean },
    context: PluginContext,
  ): Later<readonly string[]>;
  /** Gives the place back: nothing runs there any more. */
  close(of: { readonly place: string }, context: PluginContext): Later<void>;
}

/** A messenger, set up under `platforms.NAME` of the settings. */
export interface PluginPlatform {
  readonly label: string;
  /** Longest text of a message, in characters. */
  readonly maxChars: number;
  /** Yields messages; the next is asked for once the one before is kept. Connects again by itself, and throws where that is in vain. */
  listen(of: Record<string, never>, context: PluginContext): AsyncGenerator<PluginInbound, void>;
  /** One try. What it throws counts as not known to have arrived. */
  send(message: PluginOutbound, context: PluginContext): Later<PluginSent>;
  /** Asks the platform something; rejects where it does not answer. Gives as whom it is connected. */
  check(of: Record<string, never>, context: PluginContext): Later<{ readonly as?: string | undefined }>;
}

export interface PluginInbound {
  readonly chatId: string;
  readonly threadId?: string | undefined;
  /** Unique within the chat: what comes twice has it twice. */
  readonly messageId: string;
  readonly chatKind: "dm" | "group" | "channel";
  readonly sender: { readonly userId: string; readonly name?: string | undefined };
  /** Markdown. */
  readonly text: string;
  /** Milliseconds since 1970. @default when it comes */
  readonly sentAt?: number | undefined;
  /** Whether the bot is spoken to. @default in a direct chat */
  readonly isAddressed?: boolean | undefined;
}

export interface PluginOutbound {
  readonly chatId: string;
  readonly threadId?: string | undefined;
  /** The same at each try. */
  readonly key: string;
  readonly markdown: string;
}

export type PluginSent =
  | { readonly status: "sent"; readonly messageId: string }
  | { readonly status: "retry"; readonly reason: string; readonly afterMs?: number | undefined }
  | {
      readonly status: "failed";
      readonly reason: string;
      /** `unauthorised`: nothing can be sent any more before a person does something. @default "bad-content" */
      readonly code?: "forbidden" | "no-such-chat" | "too-large" | "bad-content" | "unauthorised" | undefined;
    };

/** Shortens histories, chosen by `compression.engine: NAME`. */
export interface PluginContextEngine {
  readonly title: string;
  /**
   * The history that goes on instead, or nothing to leave it as it is. It is shorter and begins with a message of the user, no call loses
   * its result, and what waits for an answer (the last message of the user, the last result) stays last. New messages have texts and calls
   * alone.
   */
  compress(
    history: {
      readonly messages: readonly Message[];
      readonly inputTokens: number;
      readonly contextWindow: number;
      readonly reason: "threshold" | "overflow" | "manual";
      readonly focus?: string | undefined;
      readonly keep?: string | undefined;
    },
    context: PluginContext,
  ): Later<readonly Message[] | undefined | void>;
}

/** What happens in a session, by the names and forms of `HookEvents`. */
export type PluginHooks = {
  readonly [Event in keyof HookEvents]?: (
    event: HookEvents[Event],
    context: PluginContext,
  ) => Later<HookAnswers[Event] | undefined | void>;
};

/** What a module of a plug-in gives, by kind and name. The manifest names each. */
export interface PluginParts {
  readonly tools?: Readonly<Record<string, PluginTool>> | undefined;
  readonly hooks?: PluginHooks | undefined;
  readonly commands?: Readonly<Record<string, PluginCommand>> | undefined;
  readonly programs?: Readonly<Record<string, PluginProgram>> | undefined;
  readonly sections?: Readonly<Record<string, PluginSection>> | undefined;
  readonly models?: Readonly<Record<string, PluginModels>> | undefined;
  readonly memory?: Readonly<Record<string, PluginMemory>> | undefined;
  readonly search?: Readonly<Record<string, PluginSearch>> | undefined;
  readonly speakers?: Readonly<Record<string, PluginSpeaker>> | undefined;
  readonly transcribers?: Readonly<Record<string, PluginTranscriber>> | undefined;
  readonly backends?: Readonly<Record<string, PluginBackend>> | undefined;
  readonly platforms?: Readonly<Record<string, PluginPlatform>> | undefined;
  readonly contextEngines?: Readonly<Record<string, PluginContextEngine>> | undefined;
}

/** Gives types to what a module exports; changes nothing. */
export function definePlugin<const Parts extends PluginParts>(parts: Parts): Parts {
  return parts;
}
