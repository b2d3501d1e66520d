import type { ControllerPorts, SlashCommand } from "@hermes/agent-loop/controller";
import type { Access } from "../access/access.ts";
import type { Platform, PlatformConnection, PlatformHealth } from "../platforms/platform.ts";
import type { SpokenReplies } from "../speech/spoken-replies.ts";
import type { Chat } from "../store/chat-store.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import type { Fence } from "../store/owner-store.ts";
import type { ChatSessions } from "./chat-sessions.ts";
import type { ChatSettings, GatewayLimits } from "./chat-settings.ts";
import type { GatewayHooks } from "./gateway-hooks.ts";
import type { Presentation, ReadMedia } from "./presentation.ts";
import type { TurnSlots } from "./turn-slots.ts";

/** What is known of an error. */
export interface ErrorFacts {
  readonly message: string;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** A platform as its chats see it. */
export interface ServedPlatform {
  readonly platform: Platform;
  readonly settings: ChatSettings;
  /** Undefined while it is not connected. */
  readonly connection: PlatformConnection | undefined;
  /** Undefined: somebody else serves it, and nothing may be done. */
  readonly fence: Fence | undefined;
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
}

/** What all chats of a gateway share. */
export interface GatewayParts {
  readonly store: GatewayStore;
  readonly sessions: ChatSessions;
  readonly access: Access;
  readonly presentation: Presentation;
  readonly readMedia: ReadMedia;
  /** Undefined: answers are not spoken. */
  readonly spokenReplies: SpokenReplies | undefined;
  readonly limits: GatewayLimits;
  /** Commands of the app beside those of the table. */
  readonly commands: readonly SlashCommand[];
  readonly controllerPorts: (chat: Chat) => ControllerPorts;
  readonly slots: TurnSlots;
  /** What people are told to do about an error. */
  readonly hintOf: (error: ErrorFacts) => string | undefined;
  /** Takes secrets out of what people see of errors. */
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly random: () => number;
  readonly createId: () => string;
  readonly onHealth: (platform: string, health: PlatformHealth) => void;
  /** Undefined: nobody wants to be told. */
  readonly hooks: GatewayHooks | undefined;
  readonly log: Log;
}
