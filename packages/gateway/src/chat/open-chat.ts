import { SessionController, withCommands } from "@hermes/agent-loop/controller";
import type { BusyMode, SessionChoice, SlashCommand } from "@hermes/agent-loop/controller";
import type { Message } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry";
import type { Chat } from "../store/chat-store.ts";
import type { ChatSession } from "./chat-sessions.ts";
import { chatFacts } from "./gateway-hooks.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { pause } from "@hermes/registry/pause";

export type ChatController = SessionController<ChatSession>;

export interface OpenChatOptions {
  readonly parts: GatewayParts;
  readonly commands: readonly SlashCommand[];
  readonly busyMode: BusyMode;
  readonly signal: AbortSignal;
}

/** Commands of the table that make sense at a terminal alone. */
const elsewhere: ReadonlySet<string> = new Set(["quit", "redraw", "copy"]);

/** The commands that chats have: those of the table, and those of the gateway, which take the place of what has their name. */
export function chatCommands(own: readonly SlashCommand[]): readonly SlashCommand[] {
  return withCommands(own).filter(({ name }) => !elsewhere.has(name));
}

/** The session of a chat while it is open, and nothing while it is not. */
export class OpenChat {
  readonly #options: OpenChatOptions;
  #controller: ChatController | undefined;

  constructor(options: OpenChatOptions) {
    this.#options = options;
  }

  get controller(): ChatController | undefined {
    return this.#controller;
  }

  get session(): ChatSession | undefined {
    return this.#controller?.session;
  }

  get busyMode(): BusyMode {
    return this.#controller?.busyMode ?? this.#options.busyMode;
  }

  /** The live history; empty while nothing is open. */
  get messages(): readonly Message[] {
    return this.session?.agent.messages ?? [];
  }

  /** Whether something works on in its background. */
  get hasLiveWork(): boolean {
    const { session } = this;
    return (
      session !== undefined && (session.backgroundJobs > 0 || (session.children?.running.length ?? 0) > 0)
    );
  }

  /**
   * Opens the session that the chat goes on with, unless it is open. One that is gone, and none, mean a new one.
   *
   * @throws {HermesError} `SESSION_BUSY` where another program has it all the time.
   */
  async open(chat: Chat): Promise<ChatController> {
    if (this.#controller?.session !== undefined) {
      if (chat.sessionId === undefined || this.#controller.session.id === chat.sessionId)
        return this.#controller;
      await this.close();
    }
    const { parts, commands, busyMode, signal } = this.#options;
    const controller = new SessionController<ChatSession>({
      openSession: async (choice) => await this.#openSession(chat, choice),
      ports: parts.controllerPorts(chat),
      commands,
      busyMode: chat.busyMode ?? busyMode,
      signal,
      now: parts.now,
    });
    await this.#openFirst(controller, chat);
    this.#controller = controller;
    return controller;
  }

  /** Closes it without asking the model anything. */
  async close(): Promise<void> {
    const controller = this.#controller;
    this.#controller = undefined;
    await controller?.[Symbol.asyncDispose]();
  }

  /** Closes it after the model has saved what is worth remembering. */
  async closeForGood(): Promise<void> {
    const controller = this.#controller;
    this.#controller = undefined;
    if (controller === undefined) return;
    // Nothing of it is shown.
    for await (const _ of controller.close());
  }

  async #openFirst(controller: ChatController, { sessionId }: Chat): Promise<void> {
    if (sessionId === undefined) {
      await controller.open();
      return;
    }
    try {
      await controller.open({ resume: sessionId });
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#options.parts.log("warn", "A session is not in the store any more; a new one begins.", {
        sessionId,
      });
      await controller.open();
    }
  }

  /** A process that died may seem to have the session for a minute. */
  async #openSession(chat: Chat, { resume, branch }: SessionChoice): Promise<ChatSession> {
    const { parts, signal } = this.#options;
    const grant = await parts.access.grant(chat);
    const { platform, chatId, threadId } = chat.at;
    const origin = {
      platform,
      chatId,
      threadId,
      userId: chat.userId,
      chatKind: chat.kind,
      entryPoint: "gateway",
    };
    const until = parts.now() + parts.limits.busySessionMs;
    for (let delayMs = 500; ; delayMs = Math.min(delayMs * 2, 8_000)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- tries
        const session = await parts.sessions.open({ ...grant, resume, branch, origin, tier: chat.tier });
        if (resume === undefined) parts.hooks?.tell("session:start", chatFacts(chat, session.id));
        return session;
      } catch (error) {
        const isBusy = HermesError.is(error) && error.code === "SESSION_BUSY";
        if (!isBusy || parts.now() + delayMs > until) throw error;
        // oxlint-disable-next-line no-await-in-loop -- tries
        await pause(delayMs, signal);
      }
    }
  }
}

function isGone(error: unknown): boolean {
  return HermesError.is(error) && ["RUNTIME_NO_SESSION", "STATE_SESSION_NOT_FOUND"].includes(error.code);
}
