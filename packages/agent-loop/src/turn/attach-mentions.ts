import type { MentionResult } from "../mentions.ts";
import { settleOrAbandon } from "./settle-or-abandon.ts";
import type { TurnScope } from "./turn-scope.ts";
import { reasonOf } from "../reason-of.ts";

/** What the person's words mention; the reader of the events is told of each. Empty after an abort. */
export async function attachMentions(
  { settings, session, signal, events }: TurnScope,
  text: string,
): Promise<readonly MentionResult[]> {
  const { mentions } = settings;
  if (mentions === undefined || signal.aborted) return [];
  const asked = mentions.attach({ sessionId: session.head.id, text, signal });
  const settled = await settleOrAbandon(asked, signal);
  if (signal.aborted) return [];
  if (settled.kind === "thrown") {
    const reason = reasonOf(settled.error);
    const message = `Nothing was attached to your words: ${reason}`;
    events.push({ type: "warning", code: "MENTIONS_FAILED", message });
    return [{ mention: "", attached: false, line: message, note: notAttached }];
  }
  const results = settled.kind === "value" ? settled.value : [];
  for (const { mention, attached, line } of results)
    events.push({ type: "mention", mention, attached, line });
  return results;
}

const notAttached =
  "What the user mentions with @ could not be attached. Read it with a tool, or say that it is missing.";
