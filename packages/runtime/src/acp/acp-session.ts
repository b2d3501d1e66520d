import type { AcpSession, SessionFacts } from "@hermes/acp";
import type { AcpChoice, Runtime } from "../runtime.ts";
import type { OpenedSession } from "../runtime-parts.ts";
import type { OpenSession } from "../session/opened-session.ts";
import { runtimeOfSession } from "./runtime-of-session.ts";

export interface AcpSessionParts extends AcpChoice {
  readonly runtime: Runtime;
  readonly opened: OpenedSession;
}

/** A session as an editor has it. */
export function acpSession(session: OpenSession, { runtime, opened, ports }: AcpSessionParts): AcpSession {
  const { id, agent, children, resumed } = session;
  const { parts } = opened;
  return {
    ...{ id, agent, children, resumed },
    get contextWindow() {
      return session.contextWindow;
    },
    ports: ports(runtimeOfSession(runtime, opened), parts.cwd),
    saveFacts: async (options) => await session.saveFacts(options),
    changes: async (options) => await session.changes(options),
    async attach(texts) {
      const { attachTexts } = await import("../mentions/attach-piped.ts");
      const about = "given with the message, by the editor";
      const given = texts.map(({ name, text }) => ({ name, about, text }));
      return await attachTexts(parts, given, { contextWindow: session.contextWindow });
    },
    facts: async () => await factsOf(runtime, id),
    [Symbol.asyncDispose]: async () => await session[Symbol.asyncDispose](),
  };
}

async function factsOf(runtime: Runtime, sessionId: string): Promise<SessionFacts> {
  const record = (await runtime.existingStore())?.sessions.get(sessionId);
  if (record === undefined) return { title: "", lastActiveAt: undefined, costUsd: undefined };
  const { title, lastActiveAt, usage } = record;
  return { title, lastActiveAt, costUsd: usage.costUsd };
}
