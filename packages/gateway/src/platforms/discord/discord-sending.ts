import type { RequestData } from "@discordjs/rest";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { uploadMs } from "../upload-time.ts";
import { repeatable } from "../../http/http-outcome.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundMessage, PlatformConnection, PlatformHost, SendOutcome } from "../platform.ts";
import { commandsOf, sameCommands } from "./commands.ts";
import { discordLimits } from "./discord-limits.ts";
import { type DiscordRest, outcomeOf, type RestAnswer } from "./discord-rest.ts";
import { channelSchema, messageSchema } from "./discord-schemas.ts";
import type { DiscordSettings } from "./discord-settings.ts";
import type { DiscordMessage } from "./discord-types.ts";
import type { DiscordSession, DiscordState } from "./discord-state.ts";
import { fetchDiscordFile } from "./fetch-file.ts";
import type { Interactions } from "./interactions.ts";
import { bodyOf, editOf, formOf } from "./outbound.ts";
import { nonceOf, type SentMessages } from "./sent-messages.ts";
import type { Threads } from "./threads.ts";

export interface DiscordSender {
  readonly rest: DiscordRest;
  readonly host: Pick<PlatformHost, "fetch">;
  readonly state: DiscordState;
  readonly settings: DiscordSettings;
  readonly sent: SentMessages;
  readonly threads: Threads;
  readonly interactions: Interactions;
  readonly session: () => DiscordSession;
  readonly answerMs: number;
  readonly signal: AbortSignal;
}

const sentSchema = z.object({ id: z.string() });
const unknownMessage = 10_008;

/** Everything that is said to Discord. Each request is made once; the outbox repeats. */
export function createDiscordSending(sender: DiscordSender): Omit<PlatformConnection, "check" | "stop"> {
  const { rest, settings, sent, threads, answerMs } = sender;
  /** Messages whose last try may have arrived: Discord is asked before the next one. */
  const unsure = new Set<string>();
  const both = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, sender.signal]);

  const post = async (
    message: OutboundMessage,
    data: RequestData,
    timeoutMs: number,
  ): Promise<SendOutcome> => {
    const signal = data.signal ?? sender.signal;
    const once = async (): Promise<RestAnswer> =>
      await rest.ask("post", `/channels/${threads.channelFor(message.to)}/messages`, data, timeoutMs);
    let answer = await once();
    if (await threads.isMended(message.to, answer, signal)) answer = await once();
    if (answer.ok) return await arrived(message, answer.body);
    const outcome = outcomeOf(answer);
    if (outcome.status !== "uncertain") return outcome;
    unsure.add(message.key);
    // Tried again it is looked for first, and Discord takes the same number once.
    return answer.kind === "server-error" ? { status: "retry", reason: outcome.reason } : outcome;
  };

  const arrived = async (message: OutboundMessage, body: unknown): Promise<SendOutcome> => {
    unsure.delete(message.key);
    const found = sentSchema.safeParse(body).data;
    if (found === undefined)
      return { status: "uncertain", reason: "Discord accepted it without saying as which message" };
    await sent.onSent(threads.channelFor(message.to), found.id);
    return { status: "sent", messageId: found.id };
  };

  const lookUp: NonNullable<PlatformConnection["lookUp"]> = async (message, { signal }) => {
    const shown = sent.withNonce(nonceOf(message.key));
    if (shown !== undefined) return { messageId: shown };
    const channelId = threads.channelFor(message.to);
    const after = sender.state.channel(channelId)?.sentId;
    // What is compared is newer than everything that Discord has confirmed.
    const query = new URLSearchParams({
      limit: String(discordLimits.page),
      ...(after === undefined ? {} : { after }),
    });
    const data = { query, signal: both(signal) };
    const answer = await rest.ask("get", `/channels/${channelId}/messages`, data);
    if (!answer.ok) return answer.kind === "refused" && answer.status === 404 ? "not-there" : "unknown";
    const said = z.array(z.unknown()).safeParse(answer.body).data ?? [];
    const botId = sender.session().bot.id;
    const found = said
      .map((each) => messageSchema.safeParse(each).data)
      .find((each) => each?.author.id === botId && isSame(each, message));
    if (found === undefined) return "not-there";
    await sent.onSent(channelId, found.id);
    return { messageId: found.id };
  };

  return {
    async send(message, { signal: given }) {
      const signal = both(given);
      if (unsure.has(message.key)) {
        const found = await lookUp(message, { signal });
        if (found === "unknown")
          return { status: "retry", reason: "Discord does not say whether it arrived" };
        unsure.delete(message.key);
        if (found !== "not-there") return { status: "sent", ...found };
      }
      const body = bodyOf(message, settings.allow_mentions);
      if (message.file === undefined) return await post(message, { body, signal }, answerMs);
      const opened = await openFile(message.file, { maxBytes: discordLimits.fileBytes, label: "Discord" });
      if ("status" in opened) return opened;
      const timeoutMs = uploadMs(opened.size, answerMs);
      return await post(message, { body: formOf(body, opened), passThroughBody: true, signal }, timeoutMs);
    },

    async edit(messageId, message, { signal }) {
      const data = { body: editOf(message, settings.allow_mentions), signal: both(signal) };
      const route = `/channels/${threads.channelFor(message.to)}/messages/${messageId}` as const;
      const answer = await rest.ask("patch", route, data);
      if (answer.ok) return { status: "sent", messageId };
      return repeatable(outcomeOf(answer));
    },

    async delete(at, messageId, { signal }) {
      const data = { signal: both(signal) };
      const answer = await rest.ask(
        "delete",
        `/channels/${threads.channelFor(at)}/messages/${messageId}`,
        data,
      );
      const isGone = !answer.ok && answer.kind === "refused" && answer.code === unknownMessage;
      if (!answer.ok && !isGone) throw refusal("delete the message", answer.reason);
    },

    async typing(at) {
      const { signal } = sender;
      const answer = await rest.ask("post", `/channels/${threads.channelFor(at)}/typing`, { signal });
      // In a thread that is yet to be made nobody sees it.
      if (!answer.ok && at.threadId !== undefined)
        await rest.ask("post", `/channels/${at.chatId}/typing`, { signal });
    },

    lookUp,
    answerPress: async (pressId, text) => await sender.interactions.answer(pressId, text),
    fetchFile: async (reference, { maxBytes, signal }) =>
      await fetchDiscordFile({ rest, fetch: sender.host.fetch, root: settings.api_root }, reference, {
        maxBytes,
        signal: both(signal),
      }),

    async setCommands(commands) {
      const route = `/applications/${sender.session().applicationId}/commands` as const;
      const { signal } = sender;
      const wanted = commandsOf(commands);
      const known = await rest.ask("get", route, { signal });
      if (known.ok && sameCommands(known.body, wanted)) return;
      const answer = await rest.ask("put", route, { body: wanted, signal });
      if (!answer.ok) throw refusal("take the list of commands", answer.reason);
    },

    async chatInfo(at) {
      const answer = await rest.ask("get", `/channels/${threads.channelFor(at)}`, { signal: sender.signal });
      const found = answer.ok ? channelSchema.safeParse(answer.body).data : undefined;
      if (found === undefined) return undefined;
      if (found.type !== 1) return { title: found.name ?? undefined, kind: "group" };
      const [person] = found.recipients;
      return { title: person?.global_name ?? person?.username, kind: "dm" };
    },
  };
}

/** Discord takes the spaces around a text away. */
function isSame({ content, attachments }: DiscordMessage, { text, file }: OutboundMessage): boolean {
  const hasFile = file === undefined ? attachments.length === 0 : attachments.length > 0;
  return hasFile && content.trim() === text.trim();
}

function refusal(what: string, reason: string): HermesError {
  return new HermesError(`Discord did not ${what}: ${reason}.`, { code: "PLATFORM_REFUSED" });
}
