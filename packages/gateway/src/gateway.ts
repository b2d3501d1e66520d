import { randomUUID } from "node:crypto";
import { isGone, processOwner } from "@hermes/agent-loop";
import type { LeaseOwner } from "@hermes/agent-loop";
import type { ControllerPorts, SlashCommand, UserAnswer } from "@hermes/agent-loop/controller";
import type { Access } from "./access/access.ts";
import type { ChatSessions } from "./chat/chat-sessions.ts";
import { defaultChatSettings, defaultGatewayLimits } from "./chat/chat-settings.ts";
import type { ChatSettings, GatewayLimits } from "./chat/chat-settings.ts";
import type { ErrorFacts, GatewayParts, Log } from "./chat/gateway-parts.ts";
import type { GatewayHooks } from "./chat/gateway-hooks.ts";
import type { Presentation, ReadMedia } from "./chat/presentation.ts";
import { wakeState } from "./chat/wake.ts";
import type { WakeOutcome, WakeRequest, WakeState } from "./chat/wake.ts";
import { TurnSlots } from "./chat/turn-slots.ts";
import type { Platform, PlatformHealth, PlatformHost } from "./platforms/platform.ts";
import type { SpokenReplies } from "./speech/spoken-replies.ts";
import type { Chat } from "./store/chat-store.ts";
import type { GatewayStore } from "./store/gateway-store.ts";
import { PlatformChats } from "./supervise/platform-chats.ts";
import type { PlatformStatus } from "./supervise/platform-chats.ts";

/** A platform that is switched on. */
export interface GatewayPlatform {
  readonly platform: Platform;
  /** As the platform's own schema has parsed them. */
  readonly settings: unknown;
  /** What differs from `defaultChatSettings`. */
  readonly chats?: Partial<ChatSettings> | undefined;
}

export interface GatewayOptions {
  readonly store: GatewayStore;
  readonly sessions: ChatSessions;
  readonly platforms: readonly GatewayPlatform[];
  readonly access: Access;
  readonly presentation: Presentation;
  /** @default files are named, and not read */
  readonly readMedia?: ReadMedia | undefined;
  /** Speaks answers beside their text; brings the command /voice. @default they are not spoken */
  readonly spokenReplies?: SpokenReplies | undefined;
  /** What differs from `defaultGatewayLimits`. */
  readonly limits?: Partial<GatewayLimits> | undefined;
  /** Commands beside those of the table. @default none */
  readonly commands?: readonly SlashCommand[] | undefined;
  /** What commands need of the program around, for each chat. @default nothing */
  readonly controllerPorts?: ((chat: Chat) => ControllerPorts) | undefined;
  /** Serves routes for platforms that are called. */
  readonly route?: PlatformHost["route"];
  /** Puts what a platform hands on into the outbox of another chat. */
  readonly deliver?: PlatformHost["deliver"];
  /** What people are told to do about an error. @default its own hint */
  readonly hintOf?: ((error: ErrorFacts) => string | undefined) | undefined;
  /** Takes secrets out of what is shown of errors. @default nothing is taken out */
  readonly redact?: ((text: string) => string) | undefined;
  /** Told at once how a platform is, whenever it says so. Must not throw. */
  readonly onHealth?: ((platform: string, health: PlatformHealth) => void) | undefined;
  /** Told what happens, and asked about commands. @default nobody is */
  readonly hooks?: GatewayHooks | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly log?: Log | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** From 0 to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  readonly createId?: (() => string) | undefined;
  /** Who holds the platforms. @default this process */
  readonly owner?: LeaseOwner | undefined;
  /** Ends it at once, as `close` does. */
  readonly signal?: AbortSignal | undefined;
}

export interface GatewayStatus {
  readonly state: "running" | "draining" | "stopped";
  readonly turnsRunning: number;
  readonly platforms: readonly PlatformStatus[];
}

export interface Gateway extends AsyncDisposable {
  /** Connects all platforms side by side; resolves once each has been tried. One that can't be reached is tried again and again. */
  start(): Promise<GatewayStatus>;
  status(): Promise<GatewayStatus>;
  /** Gives an answer to an approval of a chat. */
  approve(chat: string, id: string, given: UserAnswer): Promise<void>;
  /**
   * Has the model of a chat look at something, in a turn that no person asked for: in its session, behind what waits there already. It is
   * no command, answers no question, and is no activity of a person. Nothing of it is shown but an answer that says
   * something: `HEARTBEAT_OK` is not sent.
   */
  wake(request: WakeRequest): Promise<WakeOutcome>;
  /** What became of it; undefined: it was never kept, or is long forgotten. */
  woken(of: Pick<WakeRequest, "chat" | "key">): Promise<WakeState | undefined>;
  /**
   * Begins no more turns, waits for those that run and for what is to be sent, and closes. A turn that takes longer is interrupted; the
   * next start goes on with it.
   *
   * @param limitMs For the turns. @default 60_000
   */
  drain(limitMs?: number): Promise<void>;
  /** `drain` without waiting. A second call does nothing. */
  close(): Promise<void>;
}

const dueEveryMs = 2_000;

/**
 * One agent in the chats of several platforms. Nothing is heard before `start`.
 *
 * @throws {TypeError} where a platform is named twice.
 * @example See examples/basic.ts
 */
export function createGateway(options: GatewayOptions): Gateway {
  const parts = partsOf(options);
  const names = options.platforms.map(({ platform }) => platform.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`The platform "${twice}" is named twice.`);
  const lines = options.platforms.map(
    ({ platform, settings, chats }) =>
      new PlatformChats({
        ...{ parts, platform, settings, owner: options.owner ?? processOwner(), isGone },
        chatSettings: { ...defaultChatSettings, progress: platform.progress, ...chats },
        ...{ fetch: options.fetch ?? globalThis.fetch, route: options.route, deliver: options.deliver },
      }),
  );
  let state: GatewayStatus["state"] = "running";
  let closing: Promise<void> | undefined;

  async function status(): Promise<GatewayStatus> {
    return {
      state,
      turnsRunning: parts.slots.taken,
      platforms: await Promise.all(lines.map((line) => line.status())),
    };
  }

  async function approve(chat: string, id: string, given: UserAnswer): Promise<void> {
    const platform = (await parts.store.chats.get(chat))?.at.platform;
    await lines.find(({ name }) => name === platform)?.approve(chat, id, given);
  }

  async function wake(request: WakeRequest): Promise<WakeOutcome> {
    const chat = await parts.store.chats.get(request.chat);
    if (chat === undefined) return "no-chat";
    return (await lines.find(({ name }) => name === chat.at.platform)?.wake(chat, request)) ?? "unserved";
  }

  async function woken(of: Pick<WakeRequest, "chat" | "key">): Promise<WakeState | undefined> {
    const chat = await parts.store.chats.get(of.chat);
    return chat && (await wakeState(parts.store.inbox, chat.at.platform, of));
  }

  /** Questions that nobody answers are a no in time, whatever else happens. */
  async function answerDue(): Promise<void> {
    try {
      for (const reply of (await parts.access.due?.()) ?? [])
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they were asked
        if (reply.type === "approval") await approve(reply.chat, reply.id, reply.given);
    } catch (error) {
      parts.log("warn", "Questions in chats could not be looked through.", { error: String(error) });
    }
  }

  let due: NodeJS.Timeout | undefined;

  async function end(limitMs: number): Promise<void> {
    state = "draining";
    clearInterval(due);
    await Promise.all(lines.map(async (line) => await line.drain(limitMs)));
    await Promise.all(lines.map(async (line) => await line.close()));
    state = "stopped";
  }

  const close = async (): Promise<void> => await (closing ??= end(0));
  options.signal?.addEventListener("abort", () => void close(), { once: true });
  return {
    status,
    close,
    async start() {
      options.signal?.throwIfAborted();
      due ??= setInterval(() => void answerDue(), dueEveryMs).unref();
      await Promise.all(lines.map(async (line) => await line.start()));
      parts.hooks?.tell("gateway:startup", { platforms: names });
      return await status();
    },
    ...{ approve, wake, woken },
    drain: async (limitMs = 60_000) => await (closing ??= end(limitMs)),
    [Symbol.asyncDispose]: close,
  };
}

function partsOf(options: GatewayOptions): GatewayParts {
  const {
    store,
    sessions,
    access,
    presentation,
    commands = [],
    now = Date.now,
    random = Math.random,
  } = options;
  const limits = { ...defaultGatewayLimits, ...options.limits };
  return {
    ...{ store, sessions, access, presentation, limits, commands, now, random },
    readMedia: options.readMedia ?? namedAlone,
    spokenReplies: options.spokenReplies,
    controllerPorts: options.controllerPorts ?? (() => ({})),
    slots: new TurnSlots(limits.concurrentTurns),
    hintOf: options.hintOf ?? (({ hint }) => hint),
    redact: options.redact ?? ((text) => text),
    createId: options.createId ?? randomUUID,
    onHealth: options.onHealth ?? (() => undefined),
    hooks: options.hooks,
    log: options.log ?? (() => undefined),
  };
}

const namedAlone: ReadMedia = async ({ files }) => ({
  notes: files.map(({ kind, name }) =>
    `A file came with it that can't be read here: ${kind} ${name ?? ""}`.trim(),
  ),
  images: [],
});
