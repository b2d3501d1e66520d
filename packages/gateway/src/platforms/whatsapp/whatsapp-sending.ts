import { z } from "zod";
import { setNewest } from "../drop-oldest.ts";
import { uploadMs } from "../upload-time.ts";
import { repeatable } from "../../http/http-outcome.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundMessage, PlatformConnection, SendOutcome } from "../platform.ts";
import type { Arrivals } from "./arrivals.ts";
import type { ChatWindows } from "./chat-windows.ts";
import { fetchWhatsAppFile } from "./fetch-file.ts";
import type { GraphAnswer, GraphApi, GraphCall } from "./graph-api.ts";
import { type Body, mediaBody, mediaTypeOf, recipient, templateBody, textBody } from "./message-body.ts";
import { whatsappLimits } from "./whatsapp-limits.ts";
import { outcomeOf, windowReason } from "./whatsapp-problems.ts";
import type { WhatsAppTimes } from "./whatsapp-times.ts";

export interface WhatsAppSender {
  readonly api: GraphApi;
  readonly root: string;
  readonly phoneNumberId: string;
  readonly template: string | undefined;
  readonly windows: ChatWindows;
  readonly arrivals: Arrivals;
  /** What each chat said last. */
  readonly lastHeard: ReadonlyMap<string, string>;
  readonly times: WhatsAppTimes;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** After each answer that took something. */
  readonly onSpoke: () => void;
}

type Options = Omit<GraphCall, "body">;
const uploaded = z.object({ id: z.string().min(1) });

/** Everything that is said to WhatsApp. Each request is made once; the outbox repeats. */
export function createWhatsAppSending(sender: WhatsAppSender): Omit<PlatformConnection, "check" | "stop"> {
  const { api, phoneNumberId, windows, arrivals, lastHeard, times } = sender;
  const typedAt = new Map<string, number>();
  const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, sender.signal]);

  async function post(
    path: "messages" | "media",
    body: Body | FormData,
    options: Options,
  ): Promise<GraphAnswer> {
    const full = body instanceof FormData ? body : { messaging_product: "whatsapp", ...body };
    const answer = await api.call(`${phoneNumberId}/${path}`, { ...options, body: full });
    if (answer.ok) sender.onSpoke();
    return answer;
  }

  async function say(message: OutboundMessage, body: Body, options: Options): Promise<SendOutcome> {
    const { to, key, replyTo } = message;
    const common = { recipient_type: "individual", ...recipient(to.chatId), biz_opaque_callback_data: key };
    // A template answers nothing.
    const context =
      replyTo === undefined || body["type"] === "template" ? {} : { context: { message_id: replyTo } };
    return outcomeOf(await post("messages", { ...common, ...context, ...body }, options));
  }

  /** The body of a message with a file, once WhatsApp has the file: nothing has arrived in the chat until then. */
  async function upload(message: OutboundMessage, options: Options): Promise<Body | SendOutcome> {
    const { file, text } = message;
    if (file === undefined) return textBody(message);
    const opened = await openFile(file, { maxBytes: whatsappLimits.fileBytes, label: "WhatsApp" });
    if (!(opened instanceof File)) return opened;
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", file.mimeType);
    form.set("file", opened, file.name);
    const timeoutMs = uploadMs(opened.size, options.timeoutMs);
    const answer = await post("media", form, { ...options, timeoutMs });
    if (answer.ok) {
      const id = uploaded.safeParse(answer.result).data?.id;
      return id === undefined
        ? { status: "retry", reason: "WhatsApp took the file without saying as which" }
        : mediaBody(mediaTypeOf(file, opened.size, text), id, message);
    }
    return repeatable(outcomeOf(answer));
  }

  return {
    async send(message, { signal }) {
      const options = { signal: within(signal), timeoutMs: times.answerMs };
      if (windows.isClosed(message.to.chatId)) {
        if (sender.template === undefined || message.plain.trim() === "" || message.file !== undefined)
          return { status: "failed", code: "forbidden", reason: windowReason };
        return await say(message, templateBody(sender.template, message.plain), options);
      }
      const body = await upload(message, options);
      return isOutcome(body) ? body : await say(message, body, options);
    },

    async lookUp({ key }, { signal }) {
      const messageId = await arrivals.find(key, times.statusMs, within(signal));
      // A status can get lost as well.
      return messageId === undefined ? "unknown" : { messageId };
    },

    async typing({ chatId }) {
      const messageId = lastHeard.get(chatId);
      if (messageId === undefined || sender.now() - (typedAt.get(messageId) ?? 0) < times.typingMs) return;
      setNewest(typedAt, messageId, sender.now(), 200);
      const body = { status: "read", message_id: messageId, typing_indicator: { type: "text" } };
      await post("messages", body, { signal: sender.signal, timeoutMs: times.answerMs });
    },

    fetchFile: (reference, { maxBytes, signal }) =>
      fetchWhatsAppFile({ api, root: sender.root, timeoutMs: times.answerMs }, reference, {
        maxBytes,
        signal: within(signal),
      }),
  };
}

function isOutcome(value: Body | SendOutcome): value is SendOutcome {
  return "status" in value;
}
