import type { UserMessage } from "@hermes/models";
import type { TurnEnd } from "../agent-event.ts";
import { isNoteToModel, noteToModel, textOf } from "../session/message-parts.ts";
import { budgetNote } from "../spending/budget-text.ts";
import { withTexts } from "../documents/with-texts.ts";
import { attachMentions } from "./attach-mentions.ts";
import { settleOrAbandon } from "./settle-or-abandon.ts";
import type { TurnScope } from "./turn-scope.ts";
import { recordMessage } from "./record-message.ts";
import { warningsTo } from "./warnings-to.ts";
import { reasonOf } from "../reason-of.ts";

export interface TurnBeginning {
  readonly isOfUser: boolean;
  /** Whether what the words mention is attached. */
  readonly mentions: boolean;
}

/** Writes what begins a turn: words, what they mention, what is recalled about them, and what happened since the last turn. */
export async function beginTurn(
  scope: TurnScope,
  first: UserMessage | undefined,
  { isOfUser, mentions }: TurnBeginning,
): Promise<void> {
  const { session, settings, events } = scope;
  if (first !== undefined) {
    const { model, documents } = settings;
    let begun = await withTexts(first, { model, documents, signal: scope.signal, warn: warningsTo(events) });
    const written = session.record(begun);
    if (written !== undefined) await written;
    // What the program says is not the person's: nothing is read or recalled for it.
    const isOfPerson = !isNoteToModel(textOf(first));
    for (const mentioned of mentions && isOfPerson ? await attachMentions(scope, textOf(first)) : [])
      begun = await session.note(begun, mentioned.note, mentioned.provenance);
    const note = isOfUser && isOfPerson ? await recalledFor(scope, first) : "";
    if (note !== "") begun = await session.note(begun, note, settings.recall?.provenance);
    const budget = settings.meter.takeNote();
    if (budget !== undefined) begun = await session.note(begun, budgetNote(budget));
    events.push({ type: "message", message: begun });
  }
  await tellNotices(scope);
}

/** What happened since the last turn comes behind the words that start this one. */
async function tellNotices(scope: TurnScope): Promise<void> {
  const { notices } = scope;
  const waiting = await notices.take();
  if (waiting.length === 0) return;
  const message = noteToModel(waiting.map(({ text }) => text).join("\n"));
  await recordMessage(scope, message, { notices: waiting.map(({ id }) => id) });
  notices.announce(waiting);
}

/** What is remembered about the words that begin a turn; empty: nothing. */
async function recalledFor(
  { settings, session, signal, events }: TurnScope,
  message: UserMessage,
): Promise<string> {
  const { recall } = settings;
  if (recall === undefined || signal.aborted) return "";
  const asked = recall.before({ sessionId: session.head.id, text: textOf(message), signal });
  const settled = await settleOrAbandon(asked, signal);
  if (settled.kind === "thrown" && !signal.aborted) {
    const reason = reasonOf(settled.error);
    events.push({
      type: "warning",
      code: "MEMORY_RECALL_FAILED",
      message: `Nothing was recalled: ${reason}`,
    });
  }
  return settled.kind === "value" ? (settled.value ?? "") : "";
}

export function reportToRecall({ settings, session }: TurnScope, message: UserMessage, end: TurnEnd): void {
  if (isNoteToModel(textOf(message))) return;
  const { text: answer, reason } = end;
  settings.recall?.after({ sessionId: session.head.id, text: textOf(message), answer, reason });
}
