import { speakAnswer } from "../speech/speak-answer.ts";
import type { InboundRow, UnfinishedTurn } from "../store/inbox-store.ts";
import type { NewOutbound } from "../store/outbox-store.ts";
import type { Fence } from "../store/owner-store.ts";
import type { Chat } from "../store/chat-store.ts";
import type { GatewayParts, ServedPlatform } from "./gateway-parts.ts";
import { finalAnswer, textsSaid, wasSteered, wasTold } from "./history.ts";
import type { ChatController, OpenChat } from "./open-chat.ts";
import { TurnOutput } from "./turn-output.ts";
import { isQuiet } from "./quiet-turn.ts";
import { wordsOf } from "./words-of.ts";

export interface ResumeTurnOptions {
  readonly parts: GatewayParts;
  readonly served: ServedPlatform;
  readonly fence: Fence;
  readonly chat: Chat;
  readonly open: OpenChat;
  readonly turn: UnfinishedTurn;
  readonly shared: boolean;
  readonly signal: AbortSignal;
}

/** What is left to do of a turn whose process died. */
export type Resumed =
  /** All is settled; messages that the session was not told wait again. */
  | { readonly type: "settled" }
  /** The model goes on where it was. */
  | {
      readonly type: "continue";
      readonly controller: ChatController;
      readonly texts: number;
      readonly rows: readonly InboundRow[];
    };

/** Finds out from the history of the session how far a turn came, and settles what can be settled without the model. */
export async function resumeTurn(options: ResumeTurnOptions): Promise<Resumed> {
  const { parts, served, fence, chat, open, turn, shared, signal } = options;
  const { store, limits } = parts;
  const deaths = await store.inbox.takeOver(turn.id, fence);
  if (deaths === undefined) return { type: "settled" };
  const controller = await open.open({ ...chat, sessionId: turn.sessionId });
  const messages = controller.session?.id === turn.sessionId ? open.messages : [];
  const { own, steered } = rowsOf(turn, shared);
  const wordsOfRow = (row: InboundRow): string => wordsOf([row], { shared, media: [] }).text;
  if (!wasTold(messages, turn)) return await neverTold(options, own, steered);

  const heard = steered.filter((row) => wasSteered(messages, { ...turn, words: wordsOfRow(row) }));
  const returned = steered.filter((row) => !heard.includes(row)).map(({ id }) => id);
  const rows = [...own, ...heard];
  const answered = rows.map(({ id }) => id);
  const answer = finalAnswer(messages);
  const output = outputOf(options, textsSaid(messages, turn.position));
  if (answer !== undefined) {
    const said = await output.answer(answer);
    const { outbound, skipped } = said;
    if (await store.inbox.finish(turn.id, { outbound, skipped, answered, returned }, fence))
      await speakAnswer({ parts, served, chat, turn: turn.id, rows, answer: said, signal });
    return { type: "settled" };
  }
  if (controller.session?.agent.openCalls.length !== 0) {
    // It waits for permission; the answer to that goes on with it.
    await store.inbox.finish(turn.id, { answered, returned }, fence);
    return { type: "settled" };
  }
  const quiet = isQuiet(turn.rows);
  if (!quiet) await completeDraft(options);
  const isTooOld = parts.now() - turn.startedAt > limits.freshMs;
  if (isTooOld || deaths >= limits.deaths) {
    if (quiet) {
      parts.log("warn", "A turn that nobody asked for was interrupted, and is left.", {
        chat: chat.key,
        deaths,
      });
      await store.inbox.finish(turn.id, { dropped: { ids: answered, reason: "failed" }, returned }, fence);
      return { type: "settled" };
    }
    const text = isTooOld
      ? "I was interrupted in the middle of this, a while ago. Send /continue, and I go on."
      : `I was interrupted in the middle of this ${deaths} times, so I don't go on by myself. Send /continue, and I try again.`;
    await store.inbox.finish(
      turn.id,
      { answered, returned, outbound: [noticeOf(options, "stays", text)] },
      fence,
    );
    return { type: "settled" };
  }
  if (returned.length > 0) await store.inbox.settle({ returned }, fence);
  const notice = noticeOf(
    options,
    `resumed${deaths}`,
    "I was restarted in the middle of this, and go on now.",
  );
  if (!quiet) await store.outbox.put([notice], parts.now());
  return { type: "continue", controller, rows, texts: textsSaid(open.messages, turn.position) };
}

/** A command may have been done, so it isn't done again by itself; words are said anew. */
async function neverTold(
  options: ResumeTurnOptions,
  own: readonly InboundRow[],
  steered: readonly InboundRow[],
): Promise<Resumed> {
  const { parts, fence, turn } = options;
  const returned = steered.map(({ id }) => id);
  if (turn.words !== "") {
    const all = [...own.map(({ id }) => id), ...returned];
    await parts.store.inbox.finish(turn.id, { returned: all }, fence);
    return { type: "settled" };
  }
  const [command] = own;
  const text = `I was restarted while I did “${command?.message.text.split(/\s/, 1).join("") ?? ""}”. Send it again if it had no effect.`;
  const outbound = command === undefined ? [] : [noticeOf(options, "command", text)];
  const dropped = { ids: own.map(({ id }) => id), reason: "restarted" };
  await parts.store.inbox.finish(turn.id, { dropped, returned, outbound }, fence);
  return { type: "settled" };
}

/** Rows that the turn began with, and those that joined it later. */
function rowsOf(
  turn: UnfinishedTurn,
  shared: boolean,
): { readonly own: readonly InboundRow[]; readonly steered: readonly InboundRow[] } {
  if (turn.words === "") return { own: turn.rows, steered: [] };
  const count = turn.rows.findIndex(
    (_, index) => wordsOf(turn.rows.slice(0, index + 1), { shared, media: [] }).text === turn.words,
  );
  const end = count === -1 ? turn.rows.length : count + 1;
  return { own: turn.rows.slice(0, end), steered: turn.rows.slice(end) };
}

/** The chat gets the part of a text that was cut off which the history has: the model goes on behind it. */
async function completeDraft(options: ResumeTurnOptions): Promise<void> {
  const { parts, open, turn } = options;
  const cut = open.messages.at(-1);
  if (cut?.role !== "assistant" || cut.finishReason !== undefined) return;
  const before = textsSaid(open.messages.slice(0, -1), turn.position);
  const text = cut.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (text.trim() === "") return;
  const { outbound } = await outputOf(options, before).answer(text);
  for (const row of outbound) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the pieces
    await parts.store.outbox.put([row], parts.now());
    // oxlint-disable-next-line no-await-in-loop -- in the order of the pieces
    await parts.store.outbox.revise(row.key, row);
  }
}

function outputOf({ parts, served, chat, turn }: ResumeTurnOptions, texts: number): TurnOutput {
  const replyTo = chat.kind === "dm" || isQuiet(turn.rows) ? undefined : turn.rows.at(-1)?.message.messageId;
  return new TurnOutput({ parts, served, chat, turn: turn.id, texts, replyTo, quiet: isQuiet(turn.rows) });
}

function noticeOf({ chat, turn }: ResumeTurnOptions, name: string, text: string): NewOutbound {
  return { key: `${turn.id}:${name}`, to: chat.at, kind: "notice", text };
}
