import { resumeHistory } from "@hermes/agent-loop";
import type { Origin } from "@hermes/registry";
import type { State } from "@hermes/state";

/**
 * Copies what a session holds into a new one, which points back to it, whoever has the session open: nothing is written
 * to it. What was under way in it may go on there, so of no call is it said that it did not run.
 *
 * @param id Of the new session.
 * @param before Only what comes before this place in the history is copied. Absent: all of it.
 * @param origin Whose the new one is. Absent: of whoever has the other.
 */
export function branchSession(
  { journal, sessions }: Pick<State, "journal" | "sessions">,
  sessionId: string,
  {
    id,
    now,
    before,
    origin,
  }: {
    readonly id: string;
    readonly now: number;
    readonly before?: number | undefined;
    readonly origin?: Pick<Origin, "platform" | "userId"> | undefined;
  },
): void {
  const whole = journal.load(sessionId);
  if (whole === undefined) return;
  const stored =
    before === undefined
      ? whole
      : { ...whole, messages: whole.messages.slice(0, before), partial: undefined };
  const startedCalls = stored.messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
      : [],
  );
  const { messages } = resumeHistory({ ...stored, startedCalls });
  journal.create({ ...stored.head, ...origin, id, parentId: sessionId, startedAt: now }, messages);
  const title = sessions.get(sessionId)?.title;
  if (title !== undefined && title !== "")
    sessions.suggestTitle(id, title.endsWith(" (branch)") ? title : `${title} (branch)`);
}
