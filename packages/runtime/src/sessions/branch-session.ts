import { resumeHistory } from "@hermes/agent-loop";
import type { State } from "@hermes/state";

/**
 * Copies what a session holds into a new one, which points back to it, whoever has the session open: nothing is written
 * to it. What was under way in it may go on there, so of no call is it said that it did not run.
 *
 * @param id Of the new session.
 */
export function branchSession(
  { journal, sessions }: Pick<State, "journal" | "sessions">,
  sessionId: string,
  { id, now }: { readonly id: string; readonly now: number },
): void {
  const stored = journal.load(sessionId);
  if (stored === undefined) return;
  const startedCalls = stored.messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
      : [],
  );
  const { messages } = resumeHistory({ ...stored, startedCalls });
  journal.create({ ...stored.head, id, parentId: sessionId, startedAt: now }, messages);
  const title = sessions.get(sessionId)?.title;
  if (title !== undefined && title !== "") sessions.suggestTitle(id, `${title} (branch)`);
}
