import type { ChatStore, HandoffStore } from "./chat-store.ts";
import type { InboxStore } from "./inbox-store.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { OwnerStore } from "./owner-store.ts";
import type { WakeStore } from "./wake-store.ts";

/**
 * What the gateway keeps. Every method is one transaction, durable when it resolves; nothing in it assumes that this is the only
 * process. `gatewayStoreContract` says what holds.
 */
export interface GatewayStore {
  readonly owners: OwnerStore;
  readonly inbox: InboxStore;
  readonly outbox: OutboxStore;
  readonly chats: ChatStore;
  readonly handoffs: HandoffStore;
  readonly wakes: WakeStore;
  /** Small texts of adapters and of the gateway, by a scope such as a platform, and a key. */
  readonly memory: {
    read(scope: string, key: string): Promise<string | undefined>;
    write(scope: string, key: string, text: string): Promise<void>;
  };
}
