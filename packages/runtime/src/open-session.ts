import type { Agent } from "@hermes/agent-loop";
import { lazy } from "./lazy.ts";
import { childrenOf } from "./child/session-children.ts";
import type { OpenChild } from "./child/session-children.ts";
import { fitMessages } from "./media/fit-messages.ts";
import { SessionSight } from "./media/session-sight.ts";
import { chainOf } from "./models/model-chain.ts";
import { permissionsOfSession } from "./permissions/session-permissions.ts";
import { openRoles } from "./roles/open-roles.ts";
import type { OpenedSession, RuntimeParts } from "./runtime-parts.ts";
import type { OpenSessionOptions } from "./session/session-options.ts";
import { agentOptions } from "./session/agent-options.ts";
import { loadSession } from "./session/load-session.ts";
import { offerSession } from "./session/offer-session.ts";
import { sessionIdOf } from "./session/session-id.ts";
import { createSessionModel } from "./session/session-model.ts";

/**
 * Builds the agent of one session.
 *
 * @param around `onClose` is awaited before anything of the session is released; `openChild` opens a session that works for it.
 */
export async function openSession(
  shared: RuntimeParts,
  { id: wanted, messages, resume, takeOver, branch, mode, yolo }: OpenSessionOptions,
  { onClose, openChild }: { readonly onClose: () => Promise<void>; readonly openChild: OpenChild },
): Promise<OpenedSession> {
  const id = sessionIdOf(shared, { id: wanted, resume, branch });
  const chosen = yolo === true ? "yolo" : mode;
  const permissions = lazy(async () => await permissionsOfSession(shared, chosen, await id));
  const roles = shared.child === undefined ? openRoles(shared, () => id) : shared.roles;
  const sight = new SessionSight();
  const parts: RuntimeParts = { ...shared, permissions, roles, sight };
  const { child, processes } = parts;
  const resumed = resume !== undefined;
  const loaded = await loadSession(parts, { id, isResumed: resumed });
  const { sessionId, state, tools, toolsets } = loaded;

  const taskId = child?.parent.taskId ?? sessionId;
  const closing = new AbortController();
  const ready = lazy(async () => {
    loaded.mcp?.begin();
    await readyForCalls(parts, { taskId, closing: closing.signal });
  });
  const first = await chainOf(parts, loaded.models);
  const meter = await parts.meters.open(sessionId, parts.options);
  const model = createSessionModel({ first, meter, prepare: ready, closing: closing.signal });
  sight.follow(() => model.current);
  const observer = (await parts.care()).observer(
    { notices: processes.notices(state.journal.notices), told: processes.told },
    child === undefined ? "person" : "child",
  );
  const external = child === undefined ? await loaded.memory?.external() : undefined;
  const made = { loaded, model, meter, observer, external };
  const asked = await agentOptions(parts, { ...made, agent: () => agent });
  const agent: Agent = loaded.createAgent({ ...asked, messages: await fitMessages(messages, parts) });
  const notices = child === undefined ? state.journal.notices : undefined;
  loaded.mcp?.follow({ sessionId: () => agent.sessionId, notices, model: () => model.current.id });
  const children = childrenOf(parts, sessionId, openChild);
  if (resumed) {
    await agent.open({ takeOver });
    if (child === undefined && !state.readOnly) state.sessions.goOn(sessionId);
    await children.settleOrphans();
    await processes.restore(sessionId);
    warnOfMove(parts, state.sessions.get(sessionId)?.cwd);
  }

  const leaveFiles = child && parts.sharedFiles.begin();
  const close = async (): Promise<void> => {
    closing.abort();
    loaded.mcp?.close();
    // What runs is ended first, so that nothing begins once children have gone; they need what their parent has.
    const ended = agent.close();
    await parts.children.close(sessionId);
    await Promise.all([onClose(), ended]);
    await ready.made?.catch(() => undefined);
    const guard = await shared.permissions.made?.catch(() => undefined);
    for (const each of new Set([sessionId, agent.sessionId])) guard?.forget(each);
    await external?.close();
    leaveFiles?.();
    await observer.end(agent.sessionId);
    parts.meters.close(sessionId);
  };
  const session = offerSession(parts, { sessionId, taskId, agent, model, tools, children, resumed, close });
  return { session, parts, tools, toolsets, taskId };
}

/** What decides about the first call, and what reads its result. */
async function readyForCalls(
  { permissions, redactor, backend, seal }: RuntimeParts,
  { taskId, closing }: { readonly taskId: string; readonly closing: AbortSignal },
): Promise<void> {
  const [redact, place] = await Promise.all([
    redactor(),
    backend(),
    permissions(),
    seal().then((ground) => ground.begin()),
  ]);
  if (closing.aborted) return;
  await place.prepare?.({ taskId });
  // Its patterns are made with the first text.
  redact("a text long enough to be read");
}

function warnOfMove({ cwd, warn }: RuntimeParts, begunIn: string | undefined): void {
  if (begunIn !== undefined && begunIn !== cwd)
    warn(`This conversation began in ${begunIn}; its commands and files are now those of ${cwd}.`);
}
