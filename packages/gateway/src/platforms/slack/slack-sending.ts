import { z } from "zod";
import { repeatable } from "../../http/http-outcome.ts";
import { clip } from "../../presentation/clip.ts";
import { escapeHtml } from "../../presentation/html.ts";
import { setNewest } from "../drop-oldest.ts";
import type { Button, ChatAddress, OutboundMessage, PlatformConnection, SendOutcome } from "../platform.ts";
import { fetchSlackFile } from "./fetch-file.ts";
import { lookUpMessage, metadataOf } from "./look-up.ts";
import { mrkdwnSections } from "./mrkdwn.ts";
import { messageOf, sendSlackFile } from "./outbound-file.ts";
import type { SlackBot } from "./read-message.ts";
import type { CallOptions, SlackCall } from "./slack-api.ts";
import type { SlackDirectory } from "./slack-directory.ts";
import { slackLimits } from "./slack-limits.ts";
import type { SlackNotes } from "./slack-notes.ts";
import { failureOf, refusal } from "./slack-problems.ts";

export interface SlackSender {
  readonly call: SlackCall;
  readonly fetch: typeof globalThis.fetch;
  readonly token: string;
  readonly root: string;
  readonly bot: SlackBot;
  readonly directory: SlackDirectory;
  readonly notes: SlackNotes;
  readonly linkPreviews: boolean;
  /** Who pressed what: id of the press → place and person. */
  readonly presses: ReadonlyMap<string, { readonly at: ChatAddress; readonly userId: string }>;
  readonly onCommands: (names: readonly string[]) => void;
  /** For the adapter's own requests, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const postedSchema = z.object({ ts: z.string().min(1) });
const maxUploads = 200;

/** Everything that is said to Slack. Each request is made once; the outbox repeats. */
export function createSlackSending(sender: SlackSender): Omit<PlatformConnection, "check" | "stop"> {
  const { call, bot, directory, notes, linkPreviews, timeoutMs } = sender;
  /** Key of a message → id of its file, until it is known that it arrived. */
  const uploads = new Map<string, string>();
  let canShowTyping = true;
  const own = (): CallOptions => ({ signal: sender.signal, timeoutMs });
  const until = (signal: AbortSignal): CallOptions => ({
    signal: AbortSignal.any([signal, sender.signal]),
    timeoutMs,
  });

  /** In a conversation of many an answer to the bot's own message is meant for the bot. */
  async function tookPart({ to }: OutboundMessage, ts: string): Promise<void> {
    if (!to.chatId.startsWith("D")) await notes.joined(to.chatId, to.threadId ?? ts).catch(() => undefined);
  }

  async function post(message: OutboundMessage, options: CallOptions): Promise<SendOutcome> {
    const answer = await call(
      "chat.postMessage",
      {
        channel: message.to.chatId,
        thread_ts: message.to.threadId,
        text: message.text,
        ...(message.buttons === undefined ? {} : { blocks: blocksOf(message.text, message.buttons) }),
        metadata: metadataOf(message.key),
        unfurl_links: linkPreviews,
        unfurl_media: linkPreviews,
      },
      options,
    );
    return outcomeOf(answer);
  }

  return {
    async send(message, { signal }) {
      if (message.text.length > slackLimits.text) return tooLong;
      const options = until(signal);
      const { file, key } = message;
      const outcome =
        file === undefined
          ? await post(message, options)
          : await sendSlackFile(message, file, {
              ...{ ...options, call, fetch: sender.fetch },
              onUploaded: (fileId) => setNewest(uploads, key, fileId, maxUploads),
            });
      if (outcome.status === "sent") await tookPart(message, outcome.messageId);
      return outcome;
    },

    async edit(messageId, message, { signal }) {
      const { to, text, buttons } = message;
      if (text.length > slackLimits.text) return tooLong;
      const isLong = text.length > slackLimits.editText;
      const answer = await call(
        "chat.update",
        {
          ...{ channel: to.chatId, ts: messageId },
          // Longer ones are shown by their blocks.
          text: isLong ? `${escapeHtml(message.plain.slice(0, 3_000)).slice(0, 3_900)}…` : text,
          blocks: isLong || (buttons?.length ?? 0) > 0 ? blocksOf(text, buttons ?? []) : [],
          metadata: metadataOf(message.key),
        },
        until(signal),
      );
      if (answer.ok) return { status: "sent", messageId };
      return repeatable(failureOf(answer));
    },

    async delete(at, messageId, { signal }) {
      const answer = await call("chat.delete", { channel: at.chatId, ts: messageId }, until(signal));
      if (!answer.ok && answer.error !== "message_not_found") throw refusal("delete the message", answer);
    },

    async typing(at) {
      // Slack shows it in threads of apps that are assistants, and nowhere else.
      if (!canShowTyping || at.threadId === undefined) return;
      const status = { channel_id: at.chatId, thread_ts: at.threadId, status: "is thinking…" };
      const answer = await call("assistant.threads.setStatus", status, own());
      if (!answer.ok && failureOf(answer).status === "failed") canShowTyping = false;
    },

    async lookUp(message, { signal }) {
      const options = { ...until(signal), call };
      if (message.file === undefined) return await lookUpMessage(message, { ...options, bot });
      const fileId = uploads.get(message.key);
      const found = fileId === undefined ? undefined : await messageOf(fileId, message.to.chatId, options);
      return found === undefined ? "unknown" : { messageId: found };
    },

    async answerPress(pressId, text) {
      const press = sender.presses.get(pressId);
      if (press === undefined || text === undefined || text === "") return;
      const { at, userId } = press;
      await call(
        "chat.postEphemeral",
        { channel: at.chatId, user: userId, thread_ts: at.threadId, text: text.slice(0, 1_000) },
        own(),
      );
    },

    fetchFile: (reference, { maxBytes, signal }) =>
      fetchSlackFile(reference, { ...sender, maxBytes, signal: AbortSignal.any([signal, sender.signal]) }),

    // Slack's menu comes from the app's manifest; the names are needed for the command that stands for all.
    setCommands: async (commands) => sender.onCommands(commands.map(({ name }) => name)),

    chatInfo: (at) => directory.chat(at.chatId),
  };
}

const tooLong: SendOutcome = {
  status: "failed",
  code: "too-large",
  reason: `Slack takes ${slackLimits.text} characters`,
};

function outcomeOf(answer: Awaited<ReturnType<SlackCall>>): SendOutcome {
  if (!answer.ok) return failureOf(answer);
  const posted = postedSchema.safeParse(answer.data);
  return posted.success
    ? { status: "sent", messageId: posted.data.ts }
    : { status: "uncertain", reason: "Slack accepted it without saying as which message" };
}

/** @see https://docs.slack.dev/reference/block-kit/blocks/actions-block */
function blocksOf(text: string, rows: readonly (readonly Button[])[]): readonly object[] {
  const sections = mrkdwnSections(text, slackLimits.section).map((part) => ({
    type: "section",
    text: { type: "mrkdwn", text: part },
  }));
  const actions = rows
    .filter((row) => row.length > 0)
    .map((row, index) => ({
      type: "actions",
      elements: row.map(({ label, data }, place) => ({
        type: "button",
        action_id: `hermes_${index}_${place}`,
        text: { type: "plain_text", text: clip(label, slackLimits.buttonLabel), emoji: true },
        value: data,
      })),
    }));
  return [...sections, ...actions];
}
