import type { BusyMode } from "@hermes/agent-loop/controller";
import type { Tier } from "../chat/chat-sessions.ts";
import type { ChatAddress } from "../platforms/platform.ts";

/** A conversation of a chat: with one person, or with all that are in it. */
export interface Chat {
  /** See `sessionKey`. */
  readonly key: string;
  readonly at: ChatAddress;
  readonly kind: "dm" | "group" | "channel";
  readonly title?: string | undefined;
  /** The person that it is with; absent where all of a group share it. */
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly tier: Tier;
  /** The session that goes on with the next message; absent: a new one. */
  readonly sessionId?: string | undefined;
  /** As `/busy` left it. */
  readonly busyMode?: BusyMode | undefined;
  /** Milliseconds since 1970 of the last message of a person. */
  readonly lastActiveAt: number;
}

export interface ChatStore {
  get(key: string): Promise<Chat | undefined>;
  /** Writes what is known of a chat; what is absent stays. */
  seen(chat: Omit<Chat, "sessionId" | "busyMode">): Promise<void>;
  /** `null`: the next message begins a new session. */
  setSession(key: string, sessionId: string | null): Promise<void>;
  setBusyMode(key: string, mode: BusyMode): Promise<void>;
  /** Those of a platform, the last active first. */
  list(filter: {
    readonly platform?: string | undefined;
    readonly activeBefore?: number | undefined;
    readonly withSession?: boolean | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly Chat[]>;
  /** Conversations that go on with this session. */
  ofSession(sessionId: string): Promise<readonly Chat[]>;
}

/** A session that goes from one entry point to a chat: the state of a row. */
export interface Handoff {
  readonly id: number;
  readonly sessionId: string;
  readonly title: string;
  readonly to: ChatAddress;
  readonly state: "pending" | "done" | "failed";
  readonly reason?: string | undefined;
}

export interface HandoffStore {
  /** Asks that a chat goes on with a session. @returns Its id. */
  ask(request: Pick<Handoff, "sessionId" | "title" | "to">, now: number): Promise<number>;
  pending(platform: string): Promise<readonly Handoff[]>;
  /** @returns False where somebody else settled it. */
  settle(
    id: number,
    as: { readonly state: "done" | "failed"; readonly reason?: string | undefined },
  ): Promise<boolean>;
  get(id: number): Promise<Handoff | undefined>;
}
