import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { backOff } from "../back-off.ts";
import type { PlatformHost } from "../platform.ts";
import { messageSchema, type SlackMessage } from "./event-schema.ts";
import type { SlackAnswer, SlackCall } from "./slack-api.ts";
import type { SlackNotes } from "./slack-notes.ts";
import { failureOf, reasonOf } from "./slack-problems.ts";
import type { SlackReceiver } from "./slack-receiver.ts";
import type { SlackTimes } from "./slack-times.ts";

export interface CatchUpOptions {
  readonly call: SlackCall;
  readonly notes: SlackNotes;
  readonly receiver: SlackReceiver;
  readonly log: PlatformHost["log"];
  readonly times: SlackTimes;
  readonly signal: AbortSignal;
}

const maxChats = 100;
const maxPages = 10;
/** Of a conversation: the newest in which the bot takes part. */
const maxThreads = 10;
const atOnce = 4;
const maxTries = 5;

/**
 * Asks for what was said while nobody listened, in the conversations that are known and in direct messages. Resolves once it is known
 * which these are: from then on what is said in one of them comes after what was missed there.
 */
export async function catchUp(options: CatchUpOptions): Promise<void> {
  const { notes, receiver, log } = options;
  const known = notes.chats();
  const all = [...known, ...(await directChats(options)).filter((id) => !known.includes(id))].slice(
    0,
    maxChats,
  );
  const waiting = all.map((chatId) => {
    const gate = Promise.withResolvers<void>();
    // Rejected only where the adapter ends.
    receiver.inOrder(chatId, () => gate.promise).catch(() => undefined);
    return { chatId, oldest: notes.cursor(chatId) ?? notes.since, gate };
  });
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { chatId, oldest, gate } = next;
      try {
        // oxlint-disable-next-line no-await-in-loop -- a few at once
        if (oldest !== undefined) await catchUpChat(chatId, oldest, options);
      } catch (error) {
        log("warn", "What was said meanwhile in a conversation could not be fetched.", {
          chatId,
          error: String(error),
        });
      } finally {
        gate.resolve();
      }
    }
  };
  for (let index = 0; index < atOnce; index += 1) lane().catch(() => undefined);
}

async function directChats(options: CatchUpOptions): Promise<readonly string[]> {
  // Connected for the first time: what was said before is nothing for us.
  if (options.notes.since === undefined) return [];
  const { call, signal, times } = options;
  const parameters = { types: "im", exclude_archived: "true", limit: "200" };
  const answer = await call("users.conversations", parameters, { signal, timeoutMs: times.answerMs });
  return (answer.ok ? chatList.safeParse(answer.data).data?.channels : undefined)?.map(({ id }) => id) ?? [];
}

async function catchUpChat(chatId: string, oldest: string, options: CatchUpOptions): Promise<void> {
  const found = new Map<string, SlackMessage>();
  const add = (messages: readonly SlackMessage[]): void => {
    for (const message of messages) if (Number(message.ts) > Number(oldest)) found.set(message.ts, message);
  };
  add(await pages("conversations.history", { channel: chatId, oldest }, options));
  // Answers in a thread are not in the history of its conversation.
  for (const ts of options.notes.threads(chatId).slice(-maxThreads))
    // oxlint-disable-next-line no-await-in-loop -- one after another
    add(await pages("conversations.replies", { channel: chatId, ts, oldest }, options));
  const inOrder = [...found.values()].toSorted((one, other) => Number(one.ts) - Number(other.ts));
  // oxlint-disable-next-line no-await-in-loop -- in order
  for (const message of inOrder) await options.receiver.fetched(chatId, message);
}

async function pages(
  method: string,
  parameters: Readonly<Record<string, string>>,
  options: CatchUpOptions,
): Promise<readonly SlackMessage[]> {
  const messages: SlackMessage[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const answer = await askAgain(method, { ...parameters, limit: "200", cursor }, options);
    const read = answer.ok ? readPage(answer.data) : undefined;
    if (read === undefined) break;
    messages.push(...read.messages);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return messages;
}

/** Reading changes nothing, so that it can be repeated. Given up where a later try is of no use. */
async function askAgain(
  method: string,
  parameters: Readonly<Record<string, string | undefined>>,
  { call, times, signal, log }: CatchUpOptions,
): Promise<SlackAnswer> {
  for (let failures = 1; ; failures += 1) {
    // oxlint-disable-next-line no-await-in-loop -- tries
    const answer = await call(method, parameters, { signal, timeoutMs: times.answerMs });
    signal.throwIfAborted();
    if (answer.ok) return answer;
    const outcome = failureOf(answer);
    if (outcome.status === "failed" || failures >= maxTries) {
      log("warn", "Slack does not give what was said meanwhile.", { method, reason: reasonOf(answer) });
      return answer;
    }
    const asked = outcome.status === "retry" ? outcome.afterMs : undefined;
    // oxlint-disable-next-line no-await-in-loop -- tries
    await delay(Math.min(asked ?? backOff(failures, times.backOffMs, 30), 60_000), undefined, { signal });
  }
}

const chatList = z.object({ channels: z.array(z.object({ id: z.string().min(1) })) });
const pageSchema = z.object({
  messages: z.array(z.unknown()),
  has_more: z.boolean().optional().catch(undefined),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional().catch(undefined),
});

/** A page of messages; those that are not understood are left out. */
function readPage(
  data: unknown,
): { readonly messages: readonly SlackMessage[]; readonly next?: string } | undefined {
  const page = pageSchema.safeParse(data).data;
  if (page === undefined) return undefined;
  const next = page.response_metadata?.next_cursor;
  return {
    messages: page.messages.flatMap((each) => messageSchema.safeParse(each).data ?? []),
    ...(next === undefined || next === "" ? {} : { next }),
  };
}
