import type { AgentEvent, TurnEnd } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop/controller";
import type { AgentAnswer, AgentPort, AskRequest } from "@hermes/mcp/server";
import { HermesError } from "@hermes/registry";
import type { OpenSession } from "../session/opened-session.ts";
import type { OpenSessionOptions } from "../session/session-options.ts";

/** What programs reach by MCP is recorded as this. */
export const mcpOrigin = { platform: "mcp", entryPoint: "mcp-serve" } as const;

/**
 * Turns of the agent for another program. Nobody is asked while one runs: what needs a permission waits as an approval, and
 * the turn ends.
 */
export function askedAgent(open: (options: OpenSessionOptions) => Promise<OpenSession>): AgentPort {
  return {
    async ask({ prompt, conversationId, signal, progress }) {
      signal.throwIfAborted();
      const session = await open({
        resume: conversationId,
        origin: mcpOrigin,
        approver: async () => ({ pending: true }),
        clarifier: null,
      });
      try {
        return await turnOf(session, { prompt, signal, progress });
      } finally {
        await session[Symbol.asyncDispose]();
      }
    },
  };
}

async function turnOf(
  { id, agent }: OpenSession,
  { prompt, signal, progress }: Pick<AskRequest, "prompt" | "signal" | "progress">,
): Promise<AgentAnswer> {
  if (prompt === undefined && agent.openCalls.length === 0) throw nothingWaits(id);
  const turn = prompt === undefined ? agent.continue({ signal }) : agent.run(prompt, { signal });
  let end: TurnEnd | undefined;
  for await (const event of turn) {
    if (event.type === "turn-end") end = event;
    const line = lineOf(event);
    if (line !== undefined) progress(line);
  }
  if (end === undefined) throw nothingWaits(id);
  const { text, reason, awaiting = [], error } = end;
  const hint = error?.hint === undefined ? "" : ` ${error.hint}`;
  const note = error === undefined ? turnEndText(end) : `${error.message}${hint}`;
  return { conversationId: agent.head?.id ?? id, text, reason, note, awaiting };
}

/** What a person who waits would want to know. */
function lineOf(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "tool-call-start":
      return event.detail === undefined ? event.name : `${event.name}: ${event.detail}`;
    case "tool-call-progress":
      return event.text;
    case "retry":
      return `asks again: ${event.reason}`;
    case "compression-start":
      return "condenses the conversation";
    case "approval-request":
      return `needs a permission: ${event.request.summary}`;
    default:
      return undefined;
  }
}

function nothingWaits(sessionId: string): HermesError {
  return new HermesError(`No turn of the conversation ${sessionId} waits for anything.`, {
    code: "RUNTIME_NOTHING_WAITS",
    hint: "Give a prompt to go on with it.",
  });
}
