import { contextUsage } from "@hermes/agent-loop";
import type { ContextUsage } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import type { State } from "@hermes/state";
import { chooseSession } from "../choose-session.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { SessionContext } from "../runtime.ts";
import type { OpenSession } from "../session/opened-session.ts";

export interface SessionContextOptions {
  readonly parts: RuntimeParts;
  readonly tools: () => Promise<ToolRegistry>;
  /** Id, title or `latest`. Undefined: the newest of the folder, if there is one. */
  readonly session: string | undefined;
  /** Not of a session that is there. */
  readonly isNew: boolean;
  /** A session in which nothing will be said. */
  readonly open: () => Promise<OpenSession>;
}

/** What fills the window of a session that is stored, as it is there, or of one that would begin now. */
export async function sessionContext({
  parts,
  tools,
  session,
  isNew,
  open,
}: SessionContextOptions): Promise<SessionContext> {
  const state = await parts.existingState();
  const id = isNew ? undefined : idOf(state, session, parts.cwd);
  const stored = id === undefined ? undefined : state?.journal.load(id);
  if (state === undefined || id === undefined || stored === undefined) {
    const opened = await open();
    try {
      return { of: undefined, usage: await opened.agent.context() };
    } finally {
      await opened[Symbol.asyncDispose]();
    }
  }
  const [[{ model }], registry] = await Promise.all([parts.models(), tools()]);
  return {
    of: { id, title: state.sessions.get(id)?.title ?? "" },
    usage: contextUsage({
      ...{ model, head: stored.head, messages: stored.messages, contextTokens: stored.contextTokens },
      condenseAt: await limitOf(parts, model),
      toolsetOf: (tool) => registry.get(tool)?.toolset,
    }),
  };
}

function idOf(state: State | undefined, session: string | undefined, cwd: string): string | undefined {
  if (session === undefined) return state?.sessions.latest({ cwd })?.id;
  if (state !== undefined) return chooseSession(state.sessions, session, cwd);
  throw new HermesError(`No conversation has the id or the title "${session}".`, {
    code: "RUNTIME_NO_SESSION",
    hint: "Nothing was said in this home yet.",
  });
}

async function limitOf(
  { options: { compressor, loaded } }: RuntimeParts,
  model: Pick<ContextUsage, "contextWindow"> & { readonly maxOutputTokens?: number | undefined },
): Promise<number | undefined> {
  if (compressor !== undefined) return await compressor?.limit?.(model);
  const { createCompressor } = await import("@hermes/agent-loop/compression");
  const { enabled, threshold } = loaded.settings.compression;
  return await createCompressor({ enabled, threshold }).limit?.(model);
}
