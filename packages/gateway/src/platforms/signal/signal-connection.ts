import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fileTooLarge } from "../../http/read-bounded.ts";
import { answerTooLong } from "../../http/request-once.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundMessage, PlatformConnection, SendOutcome } from "../platform.ts";
import type { Daemon, RpcAnswer } from "./daemon.ts";
import { readMessageId, targetOf } from "./ids.ts";
import type { OwnMessages } from "./own-messages.ts";
import { outcomeOf } from "./send-outcome.ts";
import { signalLimits } from "./signal-limits.ts";
import { readStyles } from "./text-styles.ts";

export interface SignalSender {
  readonly daemon: Daemon;
  readonly account: string;
  readonly own: OwnMessages;
  /** Texts of messages that came in lately, for quotes. */
  readonly heardTexts: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** After each success. */
  readonly onSpoke: () => void;
}

/** Everything that is said to Signal. Each request is made once; the outbox repeats. */
export function createSignalSending(sender: SignalSender): Omit<PlatformConnection, "check" | "stop"> {
  const { daemon, account, own, timeoutMs } = sender;
  const call = async (
    method: string,
    parameters: Readonly<Record<string, unknown>>,
    options: { readonly signal?: AbortSignal; readonly timeoutMs?: number; readonly maxBytes?: number } = {},
  ): Promise<RpcAnswer> => {
    const signal =
      options.signal === undefined ? sender.signal : AbortSignal.any([options.signal, sender.signal]);
    const answer = await daemon.call(method, { account, ...parameters }, { timeoutMs, ...options, signal });
    if (answer.type === "result") sender.onSpoke();
    return answer;
  };

  return {
    async send(message, { signal }) {
      const content = await contentOf(message);
      if ("status" in content) return content;
      const isToSelf = message.to.chatId === account;
      const settle = isToSelf ? own.expect(content.message) : undefined;
      const bytes = content.attachments?.[0]?.length ?? 0;
      // A large file takes its time: a second for each 100 kB.
      const answer = await call(
        "send",
        { ...content, ...targetOf(message.to), ...quoteOf(message, sender) },
        { signal, timeoutMs: timeoutMs + Math.ceil(bytes / 100) },
      );
      const outcome = outcomeOf(answer, account);
      const timestamp = outcome.status === "sent" ? readMessageId(outcome.messageId)?.timestamp : undefined;
      if (timestamp !== undefined) own.sent(timestamp);
      if (outcome.status !== "uncertain") settle?.(timestamp ?? "not-sent");
      return outcome;
    },

    async delete(at, messageId, { signal }) {
      const targetTimestamp = readMessageId(messageId)?.timestamp;
      const answer = await call("remoteDelete", { ...targetOf(at), targetTimestamp }, { signal });
      if (outcomeOf(answer, account).status !== "sent") throw refusal("delete the message", answer);
    },

    async typing(at) {
      await call("sendTyping", targetOf(at));
    },

    async fetchFile(reference, { maxBytes, signal }) {
      const { size, ...wanted } = referenceSchema.parse(JSON.parse(reference));
      if ((size ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
      const cap = Math.ceil(maxBytes / 3) * 4 + 10_000;
      const answer = await call("getAttachment", wanted, { signal, timeoutMs: 120_000, maxBytes: cap });
      if (answer.type === "none" && !answer.http.answered && answer.http.reason === answerTooLong)
        throw fileTooLarge(maxBytes);
      if (answer.type !== "result") throw refusal("give the file", answer);
      const data = attachmentSchema.safeParse(answer.result).data;
      if (data === undefined)
        throw new HermesError("signal-cli gave no file.", { code: "PLATFORM_FILE_LOST" });
      const bytes = Buffer.from(data, "base64");
      if (bytes.byteLength > maxBytes) throw fileTooLarge(maxBytes);
      return { bytes };
    },

    async chatInfo({ chatId }) {
      const { groupId } = targetOf({ chatId });
      if (groupId === undefined) return { kind: "dm" };
      const answer = await call("listGroups", { groupId: [groupId] });
      const groups = answer.type === "result" ? groupsSchema.safeParse(answer.result).data : undefined;
      const group = groups?.find(({ id }) => id === groupId);
      return group && { kind: "group", title: group.name ?? undefined };
    },
  };
}

const referenceSchema = z.object({
  id: z.string(),
  size: z.number().nullish(),
  groupId: z.string().optional(),
  recipient: z
    .array(z.string())
    .optional()
    .transform((all) => all?.[0]),
});
const attachmentSchema = z.union([z.string(), z.object({ data: z.string() }).transform(({ data }) => data)]);
const groupsSchema = z.array(z.object({ id: z.string(), name: z.string().nullish() }));

interface Content {
  readonly message: string;
  readonly textStyle?: readonly string[];
  readonly attachments?: readonly string[];
}

async function contentOf({ text, file }: OutboundMessage): Promise<Content | SendOutcome> {
  const { message, styles } = readStyles(text);
  if (message.length > signalLimits.text)
    return {
      status: "failed",
      code: "too-large",
      reason: `a message has at most ${signalLimits.text} characters`,
    };
  const textStyle = styles.map(({ start, length, style }) => `${start}:${length}:${style}`);
  const words = { message, ...(textStyle.length === 0 ? {} : { textStyle }) };
  if (file === undefined) return words;
  const opened = await openFile(file, { maxBytes: signalLimits.fileBytes, label: "Signal" });
  if ("status" in opened) return opened;
  // The daemon may run elsewhere, where our paths lead nowhere. Its data URIs know no sign that would end the name.
  const name = file.name.replace(/[;,\s]+/g, "_");
  const base64 = Buffer.from(await opened.arrayBuffer()).toString("base64");
  return { ...words, attachments: [`data:${file.mimeType};filename=${name};base64,${base64}`] };
}

function quoteOf(
  { replyTo }: OutboundMessage,
  { heardTexts }: SignalSender,
): Readonly<Record<string, unknown>> {
  const quoted = replyTo === undefined ? undefined : readMessageId(replyTo);
  if (replyTo === undefined || quoted === undefined) return {};
  return {
    quoteTimestamp: quoted.timestamp,
    quoteAuthor: quoted.author,
    quoteMessage: heardTexts.get(replyTo) ?? "",
  };
}

function refusal(what: string, answer: RpcAnswer): HermesError {
  const why =
    answer.type === "error"
      ? answer.message
      : answer.type === "none" && !answer.http.answered
        ? answer.http.reason
        : "it said nothing that is understood";
  return new HermesError(`signal-cli did not ${what}: ${why}.`, {
    code: answer.type === "error" ? "PLATFORM_FILE_LOST" : "PLATFORM_REFUSED",
  });
}
