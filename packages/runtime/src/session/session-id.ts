import { chooseSession } from "../choose-session.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { OpenSessionOptions } from "./session-options.ts";

/** Of the session that is opened: a new one, the one to resume, or a copy of that. */
export async function sessionIdOf(
  parts: Pick<RuntimeParts, "state" | "cwd" | "child">,
  { id, resume, branch = false }: Pick<OpenSessionOptions, "id" | "resume" | "branch">,
): Promise<string> {
  const { createSessionId } = await import("@hermes/agent-loop");
  if (resume === undefined) return id ?? parts.child?.parent.childId ?? createSessionId(Date.now());
  const state = await parts.state();
  const from = chooseSession(state.sessions, resume, parts.cwd);
  if (branch === false) return from;
  const { branchSession } = await import("../sessions/branch-session.ts");
  const copy = createSessionId(Date.now());
  const before = branch === true ? undefined : branch.before;
  branchSession(state, from, { id: copy, now: Date.now(), before });
  return copy;
}
