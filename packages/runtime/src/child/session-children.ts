import type { ChildRecord, ChildTasks } from "@hermes/agent-loop/delegate";
import { lazy } from "../lazy.ts";
import type { Role } from "../roles/role.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { OpenSession, SessionChildren } from "../session/opened-session.ts";
import type { OpenSessionOptions } from "../session/session-options.ts";

/** Opens a session that works for another one. */
export type OpenChild = (options: OpenSessionOptions) => Promise<OpenSession>;

/** The children of a session as entry points see them; made with the first child, or the first question about one. */
export function childrenOf(parts: RuntimeParts, sessionId: string, open: OpenChild): SessionChildren {
  let made: ChildTasks | undefined;
  const tasks = lazy(async () => (made = await makeTasks(parts, sessionId, open)));
  parts.children.add(sessionId, tasks);
  return {
    get running() {
      return made?.running ?? [];
    },
    activityOf: (id) => made?.activityOf(id),
    start: async (all, how) => await (await tasks()).start(all, how),
    list: async () => await (await tasks()).list(),
    get: async (id) => await (await tasks()).get(id),
    interrupt: async (id, how) => await (await tasks()).interrupt(id, how),
    sendInput: async (id, text, how) => await (await tasks()).sendInput(id, text, how),
    resume: async (id, how) => await (await tasks()).resume(id, how),
    settled: async () => await made?.settled(),
    settleOrphans: async () => await (await tasks()).settleOrphans(),
  };
}

async function makeTasks(parts: RuntimeParts, sessionId: string, open: OpenChild): Promise<ChildTasks> {
  const [{ ChildTasks }, { storedChildren }, { usageOfTree }, state] = await Promise.all([
    import("@hermes/agent-loop/delegate"),
    import("./stored-children.ts"),
    import("./usage-of-tree.ts"),
    parts.state(),
  ]);
  const records = storedChildren(state);
  const { delegation } = parts.options.loaded.settings;
  const { child_timeout_seconds: seconds } = delegation;
  return new ChildTasks({
    ...{ parentId: sessionId, records, live: parts.children.live, leases: state.journal.leases },
    // A child that a person goes on with stays as deep as it was.
    depth: parts.child?.parent.depth ?? (await records.get(sessionId))?.depth ?? 0,
    limits: {
      maxChildren: delegation.max_concurrent_children,
      maxBackground: delegation.max_async_children,
      maxDepth: delegation.max_spawn_depth,
      timeoutMs: seconds === 0 ? undefined : seconds * 1_000,
    },
    sessions: {
      async open(record, { taskId, provenance, isOfPerson = false }) {
        const isThere = state.sessions.get(record.id) !== undefined;
        const role = await roleOf(parts, record);
        const { model, provider } = delegation;
        const session = await open({
          ...(isThere ? { resume: record.id } : {}),
          parent: {
            ...{ sessionId, childId: record.id, depth: record.depth, taskId, provenance },
            ...{ label: record.goal.slice(0, 80), tools: record.tools, role },
            words: isOfPerson ? record.goal : undefined,
          },
          maxTurns: delegation.max_iterations,
          // That of a role is for its very work.
          ...(role?.model === undefined ? { model, provider } : {}),
          effort: delegation.reasoning_effort,
        });
        return {
          agent: session.agent,
          spent: () => usageOfTree(state, record.id),
          [Symbol.asyncDispose]: async () => await session[Symbol.asyncDispose](),
        };
      },
    },
    onWarning: parts.warn,
  });
}

/** @throws {HermesError} `RUNTIME_NO_ROLE`. */
async function roleOf(parts: RuntimeParts, { role: name }: ChildRecord): Promise<Role | undefined> {
  if (name === undefined) return undefined;
  const { chooseRole } = await import("../roles/choose-role.ts");
  return chooseRole(await parts.roles(), name);
}
