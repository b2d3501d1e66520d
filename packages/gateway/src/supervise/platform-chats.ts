import type { LeaseOwner } from "@hermes/agent-loop";
import type { UserAnswer } from "@hermes/agent-loop/controller";
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { GatewayParts } from "../chat/gateway-parts.ts";
import { Mailbox } from "../chat/mailbox.ts";
import { chatCommands } from "../chat/open-chat.ts";
import { pause } from "@hermes/registry/pause";
import { oneLine } from "../chat/one-line.ts";
import { wakeMessage } from "../chat/wake.ts";
import type { WakeOutcome, WakeRequest } from "../chat/wake.ts";
import { resetReason } from "../chat/reset-policy.ts";
import { sessionKey } from "../chat/session-key.ts";
import { createReceiver } from "../inbox/receive.ts";
import type { Platform, PlatformConnection, PlatformHealth, PlatformHost } from "../platforms/platform.ts";
import type { Chat, Handoff } from "../store/chat-store.ts";
import type { Fence } from "../store/owner-store.ts";
import { PlatformSupervisor } from "./platform-supervisor.ts";

const expireEveryMs = 300_000;
const handoffEveryMs = 2_000;
const pruneEveryMs = 3_600_000;
/** By then no platform delivers a message again. */
const keptMs = 7 * 86_400_000;
const flushMs = 5_000;

export interface PlatformChatsOptions {
  readonly parts: GatewayParts;
  readonly platform: Platform;
  readonly settings: unknown;
  readonly chatSettings: ChatSettings;
  readonly owner: LeaseOwner;
  readonly isGone: (owner: LeaseOwner) => boolean;
  readonly fetch: PlatformHost["fetch"];
  readonly route: PlatformHost["route"];
  readonly deliver: PlatformHost["deliver"];
}

export interface PlatformStatus extends PlatformHealth {
  readonly name: string;
  readonly label: string;
  readonly inbox: { readonly waiting: number; readonly claimed: number };
  readonly outbox: { readonly queued: number; readonly uncertain: number; readonly failed: number };
  /** Chats with an open session or something to do. */
  readonly chatsOpen: number;
}

/** One platform with its chats: what comes in goes to the mailbox of its chat, and idle chats are forgotten. */
export class PlatformChats {
  readonly #options: PlatformChatsOptions;
  readonly #supervisor: PlatformSupervisor;
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #ending = new AbortController();
  #isDraining = false;
  #chores: readonly Promise<void>[] = [];

  constructor(options: PlatformChatsOptions) {
    this.#options = options;
    const { parts, platform, settings, chatSettings, owner, fetch, route, deliver } = options;
    const { store, now, random, redact, log } = parts;
    const receiver = createReceiver({
      parts,
      served: () => this.#supervisor,
      mailboxOf: (key, shared) => this.#mailboxOf(key, shared),
      approve: async ({ chat, id, given }) => await this.approve(chat, id, given),
    });
    this.#supervisor = new PlatformSupervisor({
      ...{ platform, settings, chatSettings, store, owner, isGone: options.isGone, now, random, redact, log },
      host: { ...receiver, fetch, route, deliver },
      onHealth: (health) => parts.onHealth(platform.name, health),
      onHeld: async (fence) => await this.#recover(fence),
      onConnected: async (connection) => await this.#tellCommands(connection),
      onLost: async () => await this.#closeMailboxes(),
    });
  }

  get name(): string {
    return this.#options.platform.name;
  }

  /** Resolves once it was tried to connect. */
  async start(): Promise<void> {
    this.#supervisor.start();
    this.#chores = [
      this.#every(expireEveryMs, async () => await this.#expire()),
      this.#every(handoffEveryMs, async () => await this.#takeHandoffs()),
      this.#every(pruneEveryMs, async () => await this.#prune()),
    ];
    await this.#supervisor.firstTry;
  }

  async status(): Promise<PlatformStatus> {
    const { store } = this.#options.parts;
    const [inbox, outbox] = await Promise.all([
      store.inbox.counts(this.name),
      store.outbox.counts(this.name),
    ]);
    const { label } = this.#options.platform;
    return {
      ...this.#supervisor.health,
      name: this.name,
      label,
      inbox,
      outbox,
      chatsOpen: this.#mailboxes.size,
    };
  }

  async approve(key: string, id: string, given: UserAnswer): Promise<void> {
    const chat = await this.#options.parts.store.chats.get(key);
    if (chat !== undefined) this.#mailboxOf(key, isSharedChat(chat)).approve(id, given);
  }

  /** See `Gateway.wake`. */
  async wake(chat: Chat, request: WakeRequest): Promise<WakeOutcome> {
    const { parts } = this.#options;
    const { inbox } = parts.store;
    if (this.#isDraining || this.#supervisor.fence === undefined) return "unserved";
    const message = wakeMessage(chat, request, parts.now());
    const waiting = await inbox.waiting(chat.key);
    if (waiting.some((row) => row.wake !== undefined && row.message.updateId !== message.updateId))
      return "merged";
    const kept = await inbox.keep({
      ...{ chat: chat.key, tier: chat.tier, message, receivedAt: parts.now() },
      wake: { provenance: request.provenance ?? [] },
    });
    if (kept !== undefined) this.#mailboxOf(chat.key, isSharedChat(chat)).take(kept);
    return "kept";
  }

  /** Lets what runs come to its end, for so long; then it is interrupted. What comes in is still kept. */
  async drain(limitMs: number): Promise<void> {
    this.#isDraining = true;
    this.#ending.abort();
    await Promise.all(this.#chores);
    const drained = Promise.all([...this.#mailboxes.values()].map(async (mailbox) => await mailbox.drain()));
    if (limitMs > 0) await Promise.race([drained, pause(limitMs, new AbortController().signal)]);
    await this.#closeMailboxes();
    if (limitMs > 0) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#supervisor.stop();
  }

  #mailboxOf(key: string, shared: boolean): Mailbox {
    const before = this.#mailboxes.get(key);
    if (before !== undefined) return before;
    const mailbox = new Mailbox({
      ...{ parts: this.#options.parts, served: () => this.#supervisor, key, shared },
      onIdle: () => {
        if (this.#mailboxes.get(key) === mailbox) this.#mailboxes.delete(key);
      },
    });
    this.#mailboxes.set(key, mailbox);
    return mailbox;
  }

  /** What an owner before this one left: turns that it died in, then messages that wait. */
  async #recover(fence: Fence): Promise<void> {
    const { inbox, chats } = this.#options.parts.store;
    for (const turn of await inbox.abandoned(fence)) {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they began
      const chat = await chats.get(turn.chat);
      if (chat !== undefined) this.#mailboxOf(turn.chat, isSharedChat(chat)).resume(turn);
    }
    for (const key of await inbox.chatsWaiting(this.name)) {
      // oxlint-disable-next-line no-await-in-loop -- the longest waiting first
      const [row] = await inbox.waiting(key);
      if (row === undefined) continue;
      const { message, tier } = row;
      const shared = message.chatKind !== "dm" && sessionKey(message, ownSessions, tier) !== key;
      // oxlint-disable-next-line no-await-in-loop -- the longest waiting first
      await this.#mailboxOf(key, shared).load();
    }
  }

  async #tellCommands(connection: PlatformConnection): Promise<void> {
    const { parts } = this.#options;
    const commands = chatCommands(parts.commands).map(({ name, summary }) => ({ name, summary }));
    await connection.setCommands?.(commands).catch((error: unknown) => {
      parts.log("warn", "The menu of commands could not be set.", {
        platform: this.name,
        error: String(error),
      });
    });
  }

  async #closeMailboxes(): Promise<void> {
    const mailboxes = [...this.#mailboxes.values()];
    this.#mailboxes.clear();
    await Promise.all(mailboxes.map(async (mailbox) => await mailbox.close()));
  }

  /** What was answered last is sent before the platform is left; what can't be is sent by the next start. */
  async #flush(): Promise<void> {
    const { store, now } = this.#options.parts;
    const until = now() + flushMs;
    const { signal } = new AbortController();
    while (this.#supervisor.connection !== undefined && now() < until) {
      // oxlint-disable-next-line no-await-in-loop -- until it is empty
      if ((await store.outbox.counts(this.name)).queued === 0) return;
      // oxlint-disable-next-line no-await-in-loop -- until it is empty
      await pause(20, signal);
    }
  }

  async #expire(): Promise<void> {
    const { store } = this.#options.parts;
    if (this.#supervisor.fence === undefined) return;
    for (const chat of await store.chats.list({ platform: this.name, withSession: true }))
      this.#expireIfDue(chat);
  }

  #expireIfDue(chat: Chat): void {
    const { chatSettings, parts } = this.#options;
    const policy = chatSettings.resetOf?.[chat.kind] ?? chatSettings.reset;
    const reason = resetReason(policy, { lastActiveAt: chat.lastActiveAt, now: parts.now() });
    if (reason !== undefined) this.#mailboxOf(chat.key, isSharedChat(chat)).expire();
  }

  async #takeHandoffs(): Promise<void> {
    if (this.#supervisor.fence === undefined) return;
    for (const handoff of await this.#options.parts.store.handoffs.pending(this.name))
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await this.#takeHandoff(handoff);
  }

  async #takeHandoff({ id, sessionId, title, to }: Handoff): Promise<void> {
    const { chats, handoffs, outbox } = this.#options.parts.store;
    const known = await chats.list({ platform: this.name });
    const chat = known.find(
      // Nobody else in the chat gets to see what the owner did elsewhere.
      ({ at, tier }) => tier === "owner" && at.chatId === to.chatId && at.threadId === to.threadId,
    );
    if (chat === undefined) {
      const reason = `No owner has spoken in that chat yet. Send it a message first.`;
      await handoffs.settle(id, { state: "failed", reason });
      return;
    }
    if (!(await handoffs.settle(id, { state: "done" }))) return;
    this.#mailboxOf(chat.key, isSharedChat(chat)).handOver(sessionId);
    const text = `This conversation goes on here: ${oneLine(title, 80)}`;
    await outbox.put([{ key: `handoff:${id}`, to, kind: "notice", text }], this.#options.parts.now());
  }

  async #prune(): Promise<void> {
    const { store, now } = this.#options.parts;
    await store.inbox.prune(now() - keptMs);
    await store.outbox.prune(now() - keptMs);
  }

  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- again and again
        await pause(ms, signal);
        // oxlint-disable-next-line no-await-in-loop -- again and again
        if (!this.#isDraining) await work();
      } catch (error) {
        if (signal.aborted) return;
        this.#options.parts.log("warn", "A chore of the gateway failed.", {
          platform: this.name,
          error: String(error),
        });
      }
    }
  }
}

const ownSessions = { groupSessionsPerUser: true, threadSessionsPerUser: true };

function isSharedChat({ kind, userId }: Chat): boolean {
  return kind !== "dm" && userId === undefined;
}
