import type { OpenSession } from "@hermes/runtime";

/** What the child works on that asks something in a session; undefined: the session itself asks. */
export async function childGoal(
  session: Pick<OpenSession, "id" | "children"> | undefined,
  sessionId: string,
): Promise<string | undefined> {
  if (session === undefined || session.id === sessionId) return undefined;
  // A child of a child is known to its own parent alone.
  return (await session.children.get(sessionId))?.goal ?? "of a child";
}
