import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { uploadMs } from "../upload-time.ts";
import { httpFailure, repeatable } from "../../http/http-outcome.ts";
import { requestOnce } from "../../http/request-once.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundFile, OutboundMessage, SendOutcome } from "../platform.ts";
import type { CallOptions, SlackCall } from "./slack-api.ts";
import { slackLimits } from "./slack-limits.ts";
import { failureOf } from "./slack-problems.ts";

const placeSchema = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_id: z.string().min(1) });
const shareSchema = z.array(z.looseObject({ ts: z.string() }));
const shares = z.record(z.string(), shareSchema).optional().catch(undefined);
const infoSchema = z.object({ file: z.object({ shares: z.object({ public: shares, private: shares }) }) });

const lookMs = 300;

/**
 * Uploads a file and shows it in its conversation, in three requests of which only the last is seen by anybody.
 *
 * @param onUploaded Called with Slack's id of the file before it is shown.
 * @see https://docs.slack.dev/messaging/working-with-files#upload
 */
export async function sendSlackFile(
  { to, text }: OutboundMessage,
  file: OutboundFile,
  options: CallOptions & {
    readonly call: SlackCall;
    readonly fetch: typeof globalThis.fetch;
    readonly onUploaded: (fileId: string) => void;
  },
): Promise<SendOutcome> {
  const { call, fetch, signal, timeoutMs } = options;
  const opened = await openFile(file, { maxBytes: slackLimits.fileBytes, label: "Slack" });
  if ("status" in opened) return opened;
  const named = { filename: file.name, length: String(opened.size) };
  const given = await call("files.getUploadURLExternal", named, options);
  // Nobody has seen it yet, so that all of it can be done again.
  if (!given.ok) return repeatable(failureOf(given));
  const place = placeSchema.safeParse(given.data).data;
  if (place === undefined) return { status: "retry", reason: "Slack named no place for the file" };
  const uploaded = await requestOnce(place.upload_url, {
    ...{ fetch, signal, body: opened, method: "POST" },
    headers: { "content-type": "application/octet-stream" },
    timeoutMs: uploadMs(opened.size, timeoutMs),
  });
  if (!uploaded.answered || uploaded.status >= 300) return repeatable(httpFailure(uploaded));
  options.onUploaded(place.file_id);
  const shown = await call(
    "files.completeUploadExternal",
    {
      files: [{ id: place.file_id, title: file.name }],
      channel_id: to.chatId,
      thread_ts: to.threadId,
      initial_comment: text === "" ? undefined : text,
    },
    options,
  );
  if (!shown.ok) return failureOf(shown);
  // Slack shows it a little later; a file without a message has its own id.
  return { status: "sent", messageId: (await messageOf(place.file_id, to.chatId, options)) ?? place.file_id };
}

/** Of the message that shows a file; undefined while there is none. */
export async function messageOf(
  fileId: string,
  chatId: string,
  options: CallOptions & { readonly call: SlackCall },
): Promise<string | undefined> {
  for (let tries = 0; tries < 4; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- until it is shown
    if (tries > 0) await delay(lookMs, undefined, { signal: options.signal }).catch(() => undefined);
    // oxlint-disable-next-line no-await-in-loop -- until it is shown
    const answer = await options.call("files.info", { file: fileId }, options);
    if (!answer.ok) return undefined;
    const found = infoSchema.safeParse(answer.data).data?.file.shares;
    const [share] = found?.public?.[chatId] ?? found?.private?.[chatId] ?? [];
    if (share !== undefined) return share.ts;
  }
  return undefined;
}
