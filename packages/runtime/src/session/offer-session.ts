import type { Agent } from "@hermes/agent-loop";
import type { Message } from "@hermes/models";
import type { ToolRegistry } from "@hermes/registry";
import { approverOf } from "../permissions/approver-of.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { OpenSession, SessionChildren } from "./opened-session.ts";
import type { SessionModel } from "./session-model.ts";

export interface SessionToOffer {
  readonly sessionId: string;
  /** Names the environment of its calls. */
  readonly taskId: string;
  readonly agent: Agent;
  readonly model: SessionModel;
  readonly tools: ToolRegistry;
  readonly children: SessionChildren;
  readonly resumed: boolean;
  readonly close: () => Promise<void>;
}

/** What an open session offers. What is seldom asked for is loaded then. */
export function offerSession(
  parts: RuntimeParts,
  { sessionId, taskId, agent, model, tools, children, resumed, close }: SessionToOffer,
): OpenSession {
  const before = agent.messages.at(-1);
  return {
    ...{ id: agent.sessionId, agent, children, resumed },
    get model() {
      return model.current;
    },
    get contextWindow() {
      return model.current.contextWindow;
    },
    get effort() {
      return agent.model.reasoningEffort;
    },
    use({ model: next = model.current, ...effort }) {
      model.current = next;
      agent.use({ model: model.forAgent(), ...effort });
    },
    get backgroundJobs() {
      return parts.processes.running(taskId);
    },
    async runOwn(command, given) {
      const { runOwnCommand } = await import("../backend/run-own-command.ts");
      return await runOwnCommand(parts, agent.head?.id ?? agent.sessionId, command, given);
    },
    async attachPiped(text) {
      const { attachPiped } = await import("../mentions/attach-piped.ts");
      return await attachPiped(parts, text, model.current);
    },
    async saveFacts(choice) {
      const { saveFactsOf } = await import("../memory/save-facts.ts");
      const said = saidAfter(before, agent.messages);
      return await saveFactsOf(parts, { agent, model: model.forMemory, tools, said }, choice);
    },
    async changes({ signal }) {
      const { sessionChanges } = await import("../mentions/session-changes.ts");
      const { contextWindow } = model.current;
      return await sessionChanges(parts, { sessionId, contextWindow, approve: approverOf(parts), signal });
    },
    [Symbol.asyncDispose]: close,
  };
}

/** All of it where a compression has taken the place of what was there. */
function saidAfter(before: Message | undefined, messages: readonly Message[]): readonly Message[] {
  return messages.slice(before === undefined ? 0 : messages.lastIndexOf(before) + 1);
}
