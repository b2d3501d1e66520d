import { open } from "node:fs/promises";
import type { Socket } from "node:net";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { plainText } from "../../presentation/plain-text.ts";
import { withoutControls } from "../../presentation/render-markdown.ts";
import type {
  OutboundMessage,
  Platform,
  PlatformConnection,
  PlatformHost,
  SendOutcome,
} from "../platform.ts";
import { pingLocalChat } from "./connect-local-chat.ts";
import { type LocalMailbox, openLocalMailbox } from "./local-mailbox.ts";
import { type LocalPeer, servePeer } from "./local-peer.ts";
import type { LocalEvent } from "./local-protocol.ts";
import { listenPrivately } from "./private-socket.ts";

export interface LocalSettings {
  readonly enabled: boolean;
  /** Absolute path; the application puts it into the home. */
  readonly socket?: string | undefined;
}

const settings: z.ZodType<LocalSettings> = z.object({
  enabled: z.union([z.boolean(), z.stringbool()]).default(true),
  socket: z.string().startsWith("/").optional(),
});

/** The chat of this machine, over a socket that only this user can open. What is sent is kept until somebody looks. */
export function local(): Platform<LocalSettings> {
  return {
    name: "local",
    label: "This machine",
    settings,
    environment: {},
    limits: {
      text: 100_000,
      caption: 100_000,
      editEveryMs: 100,
      fileBytes: 10_000_000_000,
      buttonsPerRow: 8,
    },
    length: (text) => text.length,
    // Who shows it reads Markdown.
    render: (markdown) => ({ text: withoutControls(markdown).trim(), plain: plainText(markdown) }),
    can: { edit: true, buttons: true, threads: false, files: true, codeBlocks: true },
    progress: "all",
    isConfigured: ({ enabled, socket }) => enabled && socket !== undefined,
    connect,
  };
}

async function connect({ socket: path }: LocalSettings, host: PlatformHost): Promise<PlatformConnection> {
  if (path === undefined)
    throw new HermesError("The local chat has no socket.", {
      code: "PLATFORM_UNREACHABLE",
      hint: "Set platforms.local.socket.",
    });
  const sockets = new Set<Socket>();
  const peers = new Map<Socket, { readonly as: string; readonly peer: LocalPeer }>();
  const mailboxes = new Map<string, Promise<LocalMailbox>>();
  let isStopped = false;
  const mailboxOf = async (chatId: string): Promise<LocalMailbox> => {
    const mailbox = mailboxes.get(chatId) ?? openLocalMailbox(host.memory, chatId);
    mailboxes.set(chatId, mailbox);
    return await mailbox;
  };
  const tell = (chatId: string, event: LocalEvent): void => {
    for (const { as, peer } of peers.values()) if (as === chatId) peer.tell(event);
  };
  const presses = (pressId: string): readonly [string, string] => {
    const at = pressId.indexOf(":");
    return [pressId.slice(0, at), pressId.slice(at + 1)];
  };
  const heard = (): void => host.health({ state: "up", heardAt: host.now(), as: path });

  const server = await listenPrivately(path, (socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      peers.delete(socket);
    });
    servePeer({
      socket,
      host,
      isStopped: () => isStopped,
      onHello: async (as, peer) => {
        const mailbox = await mailboxOf(as);
        const { messages } = mailbox;
        peers.set(socket, { as, peer });
        await mailbox.seen();
        heard();
        return messages;
      },
    });
  });
  heard();

  return {
    async send(message) {
      const refused = refusalOf(message);
      if (refused !== undefined) return refused;
      const mailbox = await mailboxOf(message.to.chatId);
      const isNew = mailbox.byKey(message.key) === undefined;
      const isMissed = ![...peers.values()].some(({ as }) => as === message.to.chatId);
      const kept = await mailbox.add(message, isMissed);
      if (isNew) tell(message.to.chatId, { type: "message", message: kept });
      host.health({ state: "up", heardAt: host.now(), spokeAt: host.now(), as: path });
      return { status: "sent", messageId: kept.messageId };
    },
    async edit(messageId, message) {
      const refused = refusalOf(message);
      if (refused !== undefined) return refused;
      const changed = await (await mailboxOf(message.to.chatId)).change(messageId, message);
      if (changed === undefined)
        return { status: "failed", code: "bad-content", reason: "the message is not there any more" };
      tell(message.to.chatId, { type: "edited", message: changed });
      return { status: "sent", messageId };
    },
    async delete({ chatId }, messageId) {
      await (await mailboxOf(chatId)).remove(messageId);
      tell(chatId, { type: "deleted", messageId });
    },
    async typing({ chatId }) {
      tell(chatId, { type: "typing" });
    },
    async lookUp({ to, key }) {
      const found = (await mailboxOf(to.chatId)).byKey(key);
      return found === undefined ? "not-there" : { messageId: found.messageId };
    },
    async answerPress(pressId, text) {
      const [as, id] = presses(pressId);
      tell(as, { type: "answer", id, ...(text === undefined ? {} : { text }) });
    },
    fetchFile: async (reference, { maxBytes }) => ({ bytes: await readBounded(reference, maxBytes) }),
    chatInfo: async ({ chatId }) => ({ title: chatId, kind: "dm" }),
    async check({ signal }) {
      await pingLocalChat({ socket: path, signal });
      heard();
    },
    async stop() {
      isStopped = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.end();
      const slow = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, 500);
      await closed;
      clearTimeout(slow);
      host.health({ state: "stopped", as: path });
    },
  };
}

function refusalOf({ text, file }: OutboundMessage): SendOutcome | undefined {
  if (text.length > 100_000)
    return { status: "failed", code: "too-large", reason: "a message has at most 100000 characters" };
  if (text === "" && file === undefined)
    return { status: "failed", code: "bad-content", reason: "the message is empty" };
  return undefined;
}

/** @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST` */
async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new HermesError(`${path} can't be read.`, { code: "PLATFORM_FILE_LOST", cause });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new HermesError(`${path} is not a file.`, { code: "PLATFORM_FILE_LOST" });
    if (found.size > maxBytes)
      throw new HermesError(`${path} is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`, {
        code: "PLATFORM_FILE_TOO_LARGE",
      });
    return await file.readFile();
  } finally {
    await file.close();
  }
}
