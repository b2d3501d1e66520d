import { setNewest } from "../drop-oldest.ts";
import type { ChatAddress } from "../platform.ts";
import { discordLimits } from "./discord-limits.ts";
import type { DiscordRest, RestAnswer } from "./discord-rest.ts";
import { channelSchema } from "./discord-schemas.ts";
import type { DiscordState } from "./discord-state.ts";

const maxKept = 500;
/** Discord closes a thread after a day without a message; a new one opens it again. */
const archiveMinutes = 1_440;
const alreadyThere = 160_004;
const unknownChannel = 10_003;

/** Threads that are made from a message with the first answer: the thread has the id of the message. */
export interface Threads {
  /** It is not there yet; it is called so once it is. */
  expect(threadId: string, name: string): void;
  /** The channel to write to. */
  channelFor(at: ChatAddress): string;
  /** Whether a request can be made again, as the thread is there now or its channel takes its place. */
  isMended(at: ChatAddress, answer: RestAnswer, signal: AbortSignal): Promise<boolean>;
}

export function createThreads({
  rest,
  state,
}: {
  readonly rest: DiscordRest;
  readonly state: DiscordState;
}): Threads {
  const expected = new Map<string, string>();
  /** Threads that can't be made: the channel itself is written to. */
  const refused = new Set<string>();
  return {
    expect(threadId, name) {
      if (state.channel(threadId) !== undefined) return;
      setNewest(expected, threadId, name, maxKept);
    },
    channelFor: ({ chatId, threadId }) =>
      threadId === undefined || refused.has(threadId) ? chatId : threadId,
    async isMended({ chatId, threadId }, answer, signal) {
      const isMissing = !answer.ok && answer.kind === "refused" && answer.code === unknownChannel;
      if (!isMissing || threadId === undefined || refused.has(threadId)) return false;
      const body = { name: nameOf(expected.get(threadId)), auto_archive_duration: archiveMinutes };
      const made = await rest.ask("post", `/channels/${chatId}/messages/${threadId}/threads`, {
        body,
        signal,
      });
      if (made.ok || (made.kind === "refused" && made.code === alreadyThere)) {
        const thread = made.ok ? channelSchema.safeParse(made.body).data : undefined;
        const guildId = state.channel(chatId)?.guildId ?? "0";
        state.learn(threadId, {
          ...{ type: thread?.type ?? 11, parentId: chatId, guildId },
          ...{ name: thread?.name, ownerId: thread?.owner_id },
        });
        expected.delete(threadId);
        return true;
      }
      if (made.kind !== "refused") return false;
      // Without the right to make threads, the channel is where it is said.
      refused.add(threadId);
      return true;
    },
  };
}

function nameOf(text: string | undefined): string {
  const line = (text ?? "").replace(/\s+/g, " ").trim().slice(0, discordLimits.threadName);
  return line === "" ? "Conversation" : line;
}
