import { noteText } from "@hermes/agent-loop";
import type { Provenance } from "@hermes/registry";
import type { InboundMessage } from "../platforms/platform.ts";
import type { Chat } from "../store/chat-store.ts";
import type { InboxStore } from "../store/inbox-store.ts";
import { putOffReason } from "./quiet-turn.ts";

/** Something that this program, and no person, says to the model of a chat. */
export interface WakeRequest {
  /** Key of the conversation; see `sessionKey`. */
  readonly chat: string;
  /** Unique within the chat: the same one twice is one, also over restarts. */
  readonly key: string;
  /** What the model is told. */
  readonly text: string;
  /** Untrusted sources of the text. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

/**
 * `kept`: it is in the store, and will be said once. `merged`: another one of this chat waits already. `unserved`: this gateway does not
 * serve the platform now. `no-chat`: nobody has spoken there.
 */
export type WakeOutcome = "kept" | "merged" | "unserved" | "no-chat";

/** `put-off`: it was not said, and can be asked for again under another key. `failed`: it was said, and the turn failed. */
export type WakeState = "waiting" | "done" | "failed" | "put-off";

function updateIdOf({ chat, key }: Pick<WakeRequest, "chat" | "key">): string {
  return `wake:${chat}:${key}`;
}

export function wakeMessage(
  { at, kind, title, userId = "" }: Chat,
  request: WakeRequest,
  now: number,
): InboundMessage {
  const updateId = updateIdOf(request);
  return {
    ...{ at, messageId: updateId, updateId, chatKind: kind, chatTitle: title, sentAt: now },
    ...{ sender: { userId, isBot: false }, text: noteText(request.text), isAddressed: true, files: [] },
  };
}

/** What became of one; undefined: it was never kept, or is long forgotten. */
export async function wakeState(
  inbox: Pick<InboxStore, "find">,
  platform: string,
  of: Pick<WakeRequest, "chat" | "key">,
): Promise<WakeState | undefined> {
  const row = await inbox.find(platform, updateIdOf(of));
  if (row === undefined) return undefined;
  if (row.state === "received" || row.state === "claimed") return "waiting";
  if (row.reason === putOffReason) return "put-off";
  return row.reason === "failed" ? "failed" : "done";
}
