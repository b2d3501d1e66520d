import { createHash, randomUUID } from "node:crypto";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { setNewest } from "../drop-oldest.ts";
import { uploadMs } from "../upload-time.ts";
import { repeatable } from "../../http/http-outcome.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundFile, OutboundMessage, PlatformConnection, SendOutcome } from "../platform.ts";
import { fetchMatrixFile } from "./fetch-file.ts";
import { findSent, keyField } from "./find-sent.ts";
import { isUnknownToken, type MatrixAnswer, type MatrixCall, roomPath } from "./matrix-api.ts";
import { matrixLimits } from "./matrix-limits.ts";
import type { Rooms } from "./rooms.ts";
import type { MatrixIdentity } from "./sign-in.ts";
import { outcomeOf } from "./send-outcome.ts";

export interface MatrixSender {
  readonly identity: MatrixIdentity;
  readonly rooms: Rooms;
  /** For the adapter's own requests, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** After each answer that took something. */
  readonly onSpoke: () => void;
}

const uploaded = z.object({ content_uri: z.string().startsWith("mxc://") });
/** Of those that have no answer yet. */
const maxTried = 1_000;
type Sending = Omit<PlatformConnection, "check" | "stop">;

/** Everything that is said to the homeserver, each with one request; the outbox repeats. */
export function createMatrixSending(sender: MatrixSender): Sending {
  const { identity, rooms, timeoutMs, now, onSpoke } = sender;
  const { api, userId } = identity;
  /** When messages were first tried by this process. */
  const triedAt = new Map<string, number>();
  const call = async (path: string, options: MatrixCall): Promise<MatrixAnswer> => {
    let answer = await api.call(path, options);
    // A token that counts no more has taken nothing.
    if (isUnknownToken(answer) && (await identity.renew())) answer = await api.call(path, options);
    if (answer.ok) onSpoke();
    return answer;
  };
  const put = async (
    roomId: string,
    txn: string,
    content: object,
    signal: AbortSignal,
  ): Promise<SendOutcome> =>
    outcomeOf(
      await call(roomPath(roomId, "send", "m.room.message", txn), {
        ...{ method: "PUT", body: content, timeoutMs },
        signal: AbortSignal.any([signal, sender.signal]),
      }),
    );
  const upload = async (file: File, signal: AbortSignal): Promise<string | SendOutcome> => {
    const answer = await call("/_matrix/media/v3/upload", {
      ...{ method: "POST", query: { filename: file.name }, body: file },
      signal: AbortSignal.any([signal, sender.signal]),
      timeoutMs: uploadMs(file.size, timeoutMs),
    });
    const found = answer.ok ? uploaded.safeParse(answer.result).data : undefined;
    if (found !== undefined) return found.content_uri;
    if (answer.ok) return { status: "retry", reason: "the upload was not confirmed" };
    // Nobody sees a file before it is in an event, so that it can be uploaded twice.
    return repeatable(outcomeOf(answer));
  };

  return {
    async send(message, { signal }) {
      const { file, key, to } = message;
      const refused = await refusal(message);
      if (refused !== undefined) return refused;
      let content = textOf(message);
      if (file !== undefined) {
        const opened = await openFile(file, { maxBytes: matrixLimits.fileBytes, label: "Matrix" });
        if ("status" in opened) return opened;
        const url = await upload(opened, signal);
        if (typeof url !== "string") return url;
        content = { ...content, ...fileOf(file, message, opened.size), url };
      }
      setNewest(triedAt, key, triedAt.get(key) ?? now(), maxTried);
      const outcome = await put(
        to.chatId,
        txnOf(key),
        { ...content, ...placeOf(message), [keyField]: txnOf(key) },
        signal,
      );
      if (outcome.status === "sent" || outcome.status === "failed") triedAt.delete(key);
      return outcome;
    },

    async edit(messageId, message, { signal }) {
      const refused = await refusal(message);
      if (refused !== undefined) return refused;
      const words = textOf(message);
      const content = {
        ...words,
        body: `* ${message.plain}`,
        formatted_body: `* ${message.text}`,
        "m.new_content": words,
        "m.relates_to": { rel_type: "m.replace", event_id: messageId },
      };
      // The same words can be wanted again after others, so that each try is one of its own; twice is no harm.
      const outcome = await put(message.to.chatId, randomUUID(), content, signal);
      if (outcome.status === "sent") return { status: "sent", messageId };
      return repeatable(outcome);
    },

    async delete({ chatId }, messageId, { signal }) {
      const path = roomPath(chatId, "redact", messageId, txnOf(`redact:${messageId}`));
      const answer = await call(path, { method: "PUT", body: {}, signal, timeoutMs });
      if (!answer.ok)
        throw new HermesError(`The homeserver did not delete the message: ${answer.reason}.`, {
          code: "PLATFORM_REFUSED",
        });
    },

    async typing({ chatId }) {
      const body = { typing: true, timeout: 10_000 };
      await call(roomPath(chatId, "typing", userId), {
        method: "PUT",
        body,
        signal: sender.signal,
        timeoutMs,
      });
    },

    async lookUp(message, { signal }) {
      const key = txnOf(message.key);
      const at = triedAt.get(message.key);
      const found = await findSent(async (path, query) => await call(path, { query, signal, timeoutMs }), {
        roomId: message.to.chatId,
        key,
        self: userId,
        since: at ?? now() - dayMs,
      });
      if (found !== "unknown") return found;
      // With the same transaction a second try can't do it twice, as long as the homeserver knows it.
      return at !== undefined && now() - at < matrixLimits.transactionMs ? "not-there" : "unknown";
    },

    fetchFile: (reference, options) => fetchMatrixFile(api, reference, options),

    async chatInfo({ chatId }) {
      const room = await rooms.get(chatId);
      return room === undefined ? undefined : { title: room.title, kind: room.kind };
    },
  };

  async function refusal({ to, text, plain }: OutboundMessage): Promise<SendOutcome | undefined> {
    if (text.length > matrixLimits.text || plain.length > matrixLimits.text)
      return { status: "failed", code: "too-large", reason: `longer than ${matrixLimits.text} characters` };
    if ((await rooms.get(to.chatId))?.isEncrypted !== true) return undefined;
    return {
      status: "failed",
      code: "unsupported",
      reason: "the room is encrypted, and the bot can't encrypt",
    };
  }
}

const dayMs = 86_400_000;

function txnOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}

function textOf({ text, plain, silent }: OutboundMessage): Readonly<Record<string, unknown>> {
  return {
    // Clients make no sound for a notice.
    msgtype: silent ? "m.notice" : "m.text",
    body: plain,
    ...{ format: "org.matrix.custom.html", formatted_body: text },
    // Said outright, so that nobody is called by a name that happens to be in the text.
    "m.mentions": {},
  };
}

const msgtypes = {
  image: "m.image",
  voice: "m.audio",
  audio: "m.audio",
  video: "m.video",
  document: "m.file",
} as const;

function fileOf(
  { as, name, mimeType }: OutboundFile,
  { plain, text }: OutboundMessage,
  size: number,
): object {
  return {
    msgtype: msgtypes[as],
    filename: name,
    info: { mimetype: mimeType, size },
    ...(text === "" ? { body: name, format: undefined, formatted_body: undefined } : { body: plain }),
    ...(as === "voice" ? { "org.matrix.msc3245.voice": {} } : {}),
  };
}

/** Clients without threads show what is in one as a reply to its beginning. */
function placeOf({ to: { threadId }, replyTo }: OutboundMessage): object {
  if (threadId === undefined)
    return replyTo === undefined ? {} : { "m.relates_to": { "m.in_reply_to": { event_id: replyTo } } };
  return {
    "m.relates_to": {
      ...{ rel_type: "m.thread", event_id: threadId, is_falling_back: replyTo === undefined },
      "m.in_reply_to": { event_id: replyTo ?? threadId },
    },
  };
}
