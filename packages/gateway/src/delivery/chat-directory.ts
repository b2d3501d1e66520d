import { oneLine } from "../chat/one-line.ts";
import type { ChatAddress } from "../platforms/platform.ts";
import type { Chat, ChatStore } from "../store/chat-store.ts";

/** A chat that was spoken in. */
export interface KnownChat {
  readonly at: ChatAddress;
  readonly kind: Chat["kind"];
  /** Of the group, or of the person: as they call themselves, as one harmless line. */
  readonly name: string;
}

export type FoundChat =
  | { readonly found: KnownChat }
  /** More than one could be meant. */
  | { readonly several: readonly KnownChat[] }
  | "none";

/** Chats by name and id: those that were spoken in, since no platform tells of all. */
export interface ChatDirectory {
  list(platform?: string): Promise<readonly KnownChat[]>;
  /** By id, then by the whole name, then by the beginning of one, if it is the only one. A `#` or `@` before a name is left out. */
  find(platform: string, written: string): Promise<FoundChat>;
}

export function createChatDirectory(chats: Pick<ChatStore, "list">): ChatDirectory {
  return { list, find };

  async function list(platform?: string): Promise<readonly KnownChat[]> {
    const byPlace = new Map<string, KnownChat>();
    for (const { at, kind, title, userName } of await chats.list({ platform })) {
      // In a group everybody may have a session of their own: the chat is one.
      const place = JSON.stringify([at.platform, at.chatId, at.threadId]);
      const name = oneLine((kind === "dm" ? (userName ?? title) : title) ?? "", 60);
      if (!byPlace.has(place)) byPlace.set(place, { at, kind, name: name === "" ? at.chatId : name });
    }
    return [...byPlace.values()];
  }

  async function find(platform: string, written: string): Promise<FoundChat> {
    const known = await list(platform);
    const byId = known.find(({ at }) => idOf(at) === written);
    if (byId !== undefined) return { found: byId };
    const wanted = folded(written.replace(/^[#@]/, ""));
    const exact = known.filter(({ name }) => folded(name) === wanted);
    const meant = exact.length > 0 ? exact : known.filter(({ name }) => folded(name).startsWith(wanted));
    const [only] = meant;
    if (only === undefined) return "none";
    return meant.length === 1 ? { found: only } : { several: meant };
  }
}

/** As it is written behind the platform. */
export function idOf({ chatId, threadId }: ChatAddress): string {
  return threadId === undefined ? chatId : `${chatId}:${threadId}`;
}

function folded(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}
