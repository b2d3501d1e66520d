import { randomUUID } from "node:crypto";
import { z } from "zod";
import { HermesError } from "@hermes/registry";
import type {
  ChatAddress,
  InboundMessage,
  OutboundMessage,
  Platform,
  PlatformConnection,
  PlatformHost,
  SendOutcome,
} from "../platforms/platform.ts";

/** A message as the people of the platform see it. */
export interface ShownMessage {
  readonly id: string;
  readonly to: ChatAddress;
  /** Our idempotency key. */
  readonly key: string;
  readonly text: string;
  readonly buttons: readonly string[];
  readonly file?: string | undefined;
  readonly edits: number;
}

/** What happens to the next try to send. */
export type SendFault =
  /** It arrives, and nobody says so. */
  | "accepted-then-dropped"
  | "refused"
  | { readonly retryAfterMs: number }
  | { readonly failed: "forbidden" | "too-large" | "bad-content" | "unauthorised" }
  | "hang";

export interface ScriptedPlatformOptions {
  /** @default "scripted" */
  readonly name?: string | undefined;
  /** Asked before each try to send. @default nothing goes wrong */
  readonly fault?: ((message: OutboundMessage) => SendFault | undefined) | undefined;
  /** @default true */
  readonly canEdit?: boolean | undefined;
  /** @default true */
  readonly canButtons?: boolean | undefined;
  /** Whether it knows what arrived. @default false */
  readonly canLookUp?: boolean | undefined;
  /** @default 4_096 */
  readonly maxChars?: number | undefined;
  /** Asked at each connect: an error is thrown, and `hang` never answers. @default it connects */
  readonly onConnect?: (() => HermesError | "hang" | undefined) | undefined;
}

export interface SayOptions extends Partial<Omit<InboundMessage, "at" | "text" | "sender">> {
  /** @default "chat" */
  readonly chat?: string | undefined;
  readonly thread?: string | undefined;
  /** @default "person" */
  readonly from?: string | undefined;
}

/** A platform within this process: what is said to it goes to the gateway, and what is sent to it is kept. */
export interface ScriptedPlatform {
  readonly platform: Platform<unknown>;
  readonly shown: readonly ShownMessage[];
  readonly connects: number;
  readonly typed: number;
  readonly pressAnswers: readonly (string | undefined)[];
  readonly commands: readonly string[];
  /** The texts that a chat sees, in their order. */
  texts(chat?: string): readonly string[];
  /** Somebody writes. Resolves once the gateway has it. @returns The id of the message. */
  say(text: string, options?: SayOptions): Promise<string>;
  press(
    data: string,
    options?: { readonly chat?: string; readonly from?: string; readonly id?: string },
  ): Promise<void>;
  /** Nobody answers any more, and nothing is heard; `silent`: not even the connection says so. */
  goDeaf(): void;
  hear(): void;
  /** What the adapter says of itself. */
  readonly host: PlatformHost | undefined;
  /** Resolves once the chat sees so many messages, or one that a test accepts. */
  until(done: (shown: readonly ShownMessage[]) => boolean): Promise<void>;
}

// oxlint-disable-next-line max-lines-per-function -- one short method after another
export function scriptedPlatform(options: ScriptedPlatformOptions = {}): ScriptedPlatform {
  const {
    name = "scripted",
    fault,
    canEdit = true,
    canButtons = true,
    canLookUp = false,
    maxChars = 4_096,
  } = options;
  const shown: ShownMessage[] = [];
  const pressAnswers: (string | undefined)[] = [];
  const commands: string[] = [];
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of watchers) watcher();
  };
  let [nextId, connects, typed, isDeaf] = [1, 0, 0, false];
  let host: PlatformHost | undefined;

  const never = async (): Promise<never> => await new Promise<never>(() => undefined);

  async function tryTo(message: OutboundMessage, arrive: () => string): Promise<SendOutcome> {
    if (isDeaf) return await never();
    const wrong = fault?.(message);
    if (wrong === "hang") return await never();
    if (wrong === "refused") return { status: "retry", reason: "refused" };
    if (wrong === "accepted-then-dropped") {
      arrive();
      return { status: "uncertain", reason: "The connection was closed." };
    }
    if (wrong !== undefined && "retryAfterMs" in wrong)
      return { status: "retry", reason: "Too many requests.", afterMs: wrong.retryAfterMs };
    if (wrong !== undefined) return { status: "failed", reason: wrong.failed, code: wrong.failed };
    return { status: "sent", messageId: arrive() };
  }

  function arrive({ to, key, text, buttons = [], file }: OutboundMessage): string {
    const id = `out${nextId++}`;
    const labels = buttons.flat().map(({ data }) => data);
    shown.push({ id, to, key, text, buttons: labels, file: file?.name, edits: 0 });
    changed();
    return id;
  }

  function change(id: string, { text, buttons = [] }: OutboundMessage): string {
    const index = shown.findIndex((message) => message.id === id);
    const before = shown[index];
    if (before === undefined) return id;
    const labels = buttons.flat().map(({ data }) => data);
    shown[index] = { ...before, text, buttons: labels, edits: before.edits + 1 };
    changed();
    return id;
  }

  const connection: PlatformConnection = {
    send: async (message) => await tryTo(message, () => arrive(message)),
    ...(canEdit
      ? {
          edit: async (id: string, message: OutboundMessage) =>
            shown.some((each) => each.id === id)
              ? await tryTo(message, () => change(id, message))
              : {
                  status: "failed" as const,
                  reason: "There is no such message.",
                  code: "bad-content" as const,
                },
        }
      : {}),
    ...(canLookUp
      ? {
          async lookUp({ key }: OutboundMessage) {
            const found = shown.find((message) => message.key === key);
            return found === undefined ? ("not-there" as const) : { messageId: found.id };
          },
        }
      : {}),
    async typing() {
      typed += 1;
    },
    async answerPress(_, text) {
      pressAnswers.push(text);
    },
    async setCommands(all) {
      commands.push(...all.map((command) => command.name));
    },
    async check() {
      if (isDeaf) await never();
    },
    stop: async () => undefined,
  };

  const platform: Platform<unknown> = {
    ...{ name, label: "Scripted", settings: z.unknown(), environment: {}, progress: "off" },
    limits: { text: maxChars, caption: 1_024, editEveryMs: 100, fileBytes: 1_000_000, buttonsPerRow: 3 },
    length: (text) => text.length,
    render: (markdown) => ({ text: markdown, plain: markdown }),
    can: { edit: canEdit, buttons: canButtons, threads: true, files: true, codeBlocks: true },
    isConfigured: () => true,
    async connect(_, given) {
      connects += 1;
      const wrong = options.onConnect?.();
      if (wrong === "hang") await never();
      if (HermesError.is(wrong)) throw wrong;
      isDeaf = false;
      host = given;
      return connection;
    },
  };

  return {
    ...{ platform, shown, pressAnswers, commands },
    get connects() {
      return connects;
    },
    get typed() {
      return typed;
    },
    get host() {
      return host;
    },
    texts: (chat = "chat") => shown.filter(({ to }) => to.chatId === chat).map(({ text }) => text),
    async say(text, { chat = "chat", thread, from = "person", messageId = randomUUID(), ...rest } = {}) {
      if (isDeaf) return messageId;
      await host?.message({
        at: { platform: name, chatId: chat, ...(thread === undefined ? {} : { threadId: thread }) },
        ...{ messageId, chatKind: "dm", text, isAddressed: true, files: [] },
        sender: { userId: from, name: from, isBot: false },
        sentAt: host.now(),
        ...rest,
      });
      return messageId;
    },
    async press(data, { chat = "chat", from = "person", id = randomUUID() } = {}) {
      const at = { platform: name, chatId: chat };
      await host?.press({ at, pressId: id, messageId: "", sender: { userId: from, isBot: false }, data });
    },
    goDeaf() {
      isDeaf = true;
    },
    hear() {
      isDeaf = false;
    },
    async until(done) {
      if (done(shown)) return;
      await new Promise<void>((resolve) => {
        const watcher = (): void => {
          if (!done(shown)) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
      });
    },
  };
}
