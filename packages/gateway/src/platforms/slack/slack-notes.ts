import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { dropOldest, setNewest } from "../drop-oldest.ts";
import type { PlatformHost } from "../platform.ts";

/** What the adapter knows after a restart: how far each conversation was kept, and in which threads the bot takes part. */
export interface SlackNotes {
  /** The message that was kept last of a conversation; undefined for one that nobody spoke in. */
  cursor(chatId: string): string | undefined;
  /** Conversations, the one that was last spoken in first. */
  chats(): readonly string[];
  /** When it connected for the first time, as Slack counts; undefined the first time. */
  readonly since: string | undefined;
  kept(chatId: string, ts: string): Promise<void>;
  hasThread(chatId: string, threadTs: string): boolean;
  /** Threads of a conversation, the newest last. */
  threads(chatId: string): readonly string[];
  joined(chatId: string, threadTs: string): Promise<void>;
}

const maxChats = 200;
const maxThreads = 500;
const cursorTable = z.record(z.string(), z.string());
const threadList = z.array(z.string());

export async function openSlackNotes({
  memory,
  now,
}: Pick<PlatformHost, "memory" | "now">): Promise<SlackNotes> {
  const read = async (key: string): Promise<unknown> => jsonOf((await memory.read(key)) ?? "");
  // Damaged: it is learnt anew.
  const cursors = new Map(Object.entries(cursorTable.safeParse(await read("cursors")).data ?? {}));
  const threads = new Set(threadList.safeParse(await read("threads")).data);
  const since = await memory.read("since");
  if (since === undefined) await memory.write("since", (now() / 1_000).toFixed(6));
  return {
    since,
    cursor: (chatId) => cursors.get(chatId),
    chats: () => [...cursors.keys()].toReversed(),
    async kept(chatId, ts) {
      const before = cursors.get(chatId);
      // An edit is of an earlier message.
      if (before !== undefined && Number(before) >= Number(ts)) return;
      setNewest(cursors, chatId, ts, maxChats);
      await memory.write("cursors", JSON.stringify(Object.fromEntries(cursors)));
    },
    hasThread: (chatId, threadTs) => threads.has(`${chatId}:${threadTs}`),
    threads: (chatId) =>
      [...threads]
        .filter((each) => each.startsWith(`${chatId}:`))
        .map((each) => each.slice(chatId.length + 1)),
    async joined(chatId, threadTs) {
      const thread = `${chatId}:${threadTs}`;
      if (threads.has(thread)) return;
      threads.add(thread);
      dropOldest(threads, maxThreads);
      await memory.write("threads", JSON.stringify([...threads]));
    },
  };
}
