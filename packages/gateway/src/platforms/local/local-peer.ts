import type { Socket } from "node:net";
import { basename } from "node:path";
import type { ChatAddress, PlatformHost } from "../platform.ts";
import { readLines, writeLine } from "./json-lines.ts";
import { type LocalEvent, type LocalMessage, type LocalRequest, localRequest } from "./local-protocol.ts";

export interface LocalPeerOptions {
  readonly socket: Socket;
  readonly host: Pick<PlatformHost, "message" | "press" | "now">;
  readonly isStopped: () => boolean;
  /** Whoever it is has said so. Gives what they may have missed. */
  readonly onHello: (as: string, peer: LocalPeer) => Promise<readonly LocalMessage[]>;
}

/** A chat that somebody has open. */
export interface LocalPeer {
  tell(event: LocalEvent): void;
}

/** Reads what one client says, in order, and answers each. */
export function servePeer({ socket, host, isStopped, onHello }: LocalPeerOptions): void {
  let as: string | undefined;
  let before: Promise<void> = Promise.resolve();
  const peer: LocalPeer = { tell: (event) => writeLine(socket, event) };
  // A client that goes away has nothing more to say.
  socket.on("error", () => socket.destroy());
  readLines(socket, (line) => {
    before = before.then(() => answer(line));
  });

  async function answer(line: unknown): Promise<void> {
    const parsed = localRequest.safeParse(line);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return peer.tell({
        type: "refused",
        reason: `Not understood: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      });
    }
    const request = parsed.data;
    if (request.type === "ping") return peer.tell({ type: "pong" });
    if (request.type === "hello") {
      as = request.as;
      return peer.tell({ type: "welcome", as, messages: await onHello(as, peer) });
    }
    if (as === undefined) return peer.tell({ type: "refused", id: request.id, reason: "Say hello first." });
    if (isStopped())
      return peer.tell({ type: "refused", id: request.id, reason: "The gateway is stopping." });
    try {
      await handOver(request, as);
      peer.tell({ type: "kept", id: request.id });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      peer.tell({ type: "refused", id: request.id, reason: `It could not be kept: ${reason}` });
    }
  }

  async function handOver(request: LocalRequest & { type: "say" | "press" }, name: string): Promise<void> {
    const at: ChatAddress = { platform: "local", chatId: name };
    const sender = { userId: name, name, isBot: false };
    if (request.type === "press") {
      const { id, messageId, data } = request;
      return await host.press({ at, pressId: `${name}:${id}`, messageId, sender, data });
    }
    const { id, text, files = [], replyTo, isEdit } = request;
    await host.message({
      at,
      messageId: id,
      ...(isEdit === true ? { isEdit, updateId: `${name}:${id}:${host.now()}` } : {}),
      chatKind: "dm",
      sender,
      text,
      sentAt: host.now(),
      isAddressed: true,
      ...(replyTo === undefined ? {} : { replyTo: { messageId: replyTo, fromBot: /^h\d+$/.test(replyTo) } }),
      files: files.map((path) => ({ kind: "document", name: basename(path), reference: path })),
    });
  }
}
