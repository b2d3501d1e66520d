import type { SessionNotices } from "@hermes/agent-loop";
import type { Presentation } from "../chat/presentation.ts";
import type { ChatAddress, OutboundFile, Platform } from "../platforms/platform.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import type { NewOutbound } from "../store/outbox-store.ts";
import { createChatDirectory } from "./chat-directory.ts";
import type { ChatDirectory, KnownChat } from "./chat-directory.ts";
import type { HomeChannels } from "./home-channels.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { ResolvedTarget, TargetProblem } from "./resolve-target.ts";

export interface DeliveryOptions {
  readonly store: Pick<GatewayStore, "chats" | "outbox" | "owners">;
  readonly homes: HomeChannels;
  /** Those that are set up. */
  readonly platforms: () => readonly Platform[];
  readonly presentation: Pick<Presentation, "split" | "chunks">;
  /** What sessions are told beside their chat. Absent: they are not told of what is sent into it. */
  readonly notices?: Pick<SessionNotices, "record"> | undefined;
  /** Keeps a text as a file of this machine, for the target `local`. @returns Its path. */
  readonly keepFile: (text: string) => Promise<string>;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface DeliveryRequest {
  /** As it was written. */
  readonly target: string;
  /** Markdown, with `MEDIA:` for files where none are given. */
  readonly text: string;
  /** Files that were checked before. Given, the text is sent as it is. */
  readonly files?: readonly OutboundFile[] | undefined;
  /** The same request twice is one: what is named by it is not sent again. */
  readonly key: string;
  /** The chat that it is asked for in. */
  readonly origin?: ChatAddress | undefined;
  /** The session that sends it, and knows of it. */
  readonly sessionId?: string | undefined;
  /** @default true */
  readonly mirror?: boolean | undefined;
}

export type DeliveryResult =
  | { readonly type: "queued"; readonly chats: readonly DeliveredChat[] }
  | { readonly type: "kept"; readonly path: string }
  | TargetProblem;

export interface DeliveredChat {
  readonly at: ChatAddress;
  readonly name: string;
  /** Keys of its rows in the outbox. */
  readonly keys: readonly string[];
  /** Whether a gateway serves the platform now. Else it goes out when one does. */
  readonly isServed: boolean;
}

/** Sends to chats that did not ask: every message is a row of the outbox first, whether a gateway runs or not. */
export interface Delivery {
  readonly directory: ChatDirectory;
  /** Which chats a target stands for. */
  resolve(target: string, origin?: ChatAddress): Promise<ResolvedTarget>;
  send(request: DeliveryRequest): Promise<DeliveryResult>;
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, homes, platforms, presentation, notices, keepFile, now = Date.now } = options;
  const directory = createChatDirectory(store.chats);
  const names = (): readonly string[] => platforms().map(({ name }) => name);
  const resolve: Delivery["resolve"] = async (target, origin) =>
    await resolveTarget(target, { directory, homes, platforms, origin });
  return {
    directory,
    resolve,
    async send(request) {
      const { target, text, origin } = request;
      const to = await resolve(target, origin);
      if (to.type === "problem") return to;
      if (to.type === "file") return { type: "kept", path: await keepFile(text) };
      const { files } = request;
      const answer = files === undefined ? await presentation.split(text) : { text, files };
      if (answer.text.trim() === "" && answer.files.length === 0)
        return {
          type: "problem",
          problem: "There is nothing to send.",
          hint: "Give a text, or MEDIA:/path.",
        };
      const chats = await Promise.all(to.at.map(async (at) => await put(at, answer, request)));
      const missing = chats.filter((chat) => chat === undefined).length;
      if (missing > 0)
        return {
          type: "problem",
          problem: "The platform is not set up here.",
          hint: `Set up: ${names().join(", ")}.`,
        };
      return { type: "queued", chats: chats.filter((chat) => chat !== undefined) };
    },
  };

  async function put(
    at: ChatAddress,
    answer: Awaited<ReturnType<Presentation["split"]>>,
    { key, sessionId, mirror = true }: DeliveryRequest,
  ): Promise<DeliveredChat | undefined> {
    const platform = platforms().find(({ name }) => name === at.platform);
    if (platform === undefined) return undefined;
    const place = [at.platform, at.chatId, at.threadId ?? ""].join(":");
    const base = { to: at, kind: "notice" } as const;
    const texts = presentation.chunks(answer.text, platform).map((text) => ({ ...base, text }));
    const files = answer.files.map((file) => ({ ...base, kind: "file" as const, text: "", file }));
    const rows: readonly NewOutbound[] = [...texts, ...files].map((row, index) => ({
      ...row,
      key: `send:${key}:${place}:${index}`,
    }));
    await store.outbox.put(rows, now());
    if (mirror) await tellSessions(at, answer.text, { key, sessionId });
    const holder = await store.owners.holder(at.platform);
    return {
      at,
      name: (await nameOf(at)) ?? at.chatId,
      keys: rows.map((row) => row.key),
      isServed: holder !== undefined && holder.expiresAt > now(),
    };
  }

  /** The session of the chat learns what was said there. Where several could be meant, none is. */
  async function tellSessions(
    at: ChatAddress,
    text: string,
    { key, sessionId }: Pick<DeliveryRequest, "key" | "sessionId">,
  ): Promise<void> {
    const chats = (await store.chats.list({ platform: at.platform, withSession: true })).filter(
      (chat) => chat.at.chatId === at.chatId && chat.at.threadId === at.threadId,
    );
    const [only] = chats;
    if (chats.length !== 1 || only?.sessionId === undefined || only.sessionId === sessionId) return;
    await notices?.record(only.sessionId, {
      id: `sent:${key}`,
      source: "delivery",
      text: `You sent this message to this chat, from elsewhere:\n${text}`,
      at: now(),
    });
  }

  async function nameOf(at: ChatAddress): Promise<string | undefined> {
    const isIt = (chat: KnownChat): boolean =>
      chat.at.chatId === at.chatId && chat.at.threadId === at.threadId;
    return (await directory.list(at.platform)).find(isIt)?.name;
  }
}
