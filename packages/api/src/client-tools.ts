import type { Approval, ApprovalLog, Guard, Tool } from "@hermes/registry";
import { defineTool } from "@hermes/registry";
import type { ClientTools } from "./ports/runs-port.ts";

/** What questions about tools of clients are called in the log of approvals; people are not asked about them. */
const clientAction = "client.call";

/** Whether an approval stands for a call that the client of a request runs. */
export function isClientCall({ request }: Pick<Approval, "request">): boolean {
  return request.action === clientAction;
}

/** Tools of a client, for an agent. */
export interface AgentClientTools {
  readonly tools: readonly Tool[];
  /**
   * Lets a call of theirs through once its result is here; until then it waits as an approval, which ends the turn. Asks the other guard
   * about every other call.
   */
  guard(other: Guard): Guard;
}

/** @param approvals The log that the agent has. */
export function createClientTools(
  { definitions, results }: ClientTools,
  approvals: ApprovalLog,
  now: () => number = Date.now,
): AgentClientTools {
  const given = new Map(results.map((result) => [result.callId, result]));
  const names = new Set(definitions.map(({ name }) => name));
  return {
    tools: definitions.map((definition) => clientTool(definition, given)),
    guard: (other) => async (call, context) => {
      if (!names.has(call.tool.name)) return await other(call, context);
      const { callId, sessionId, waits } = context;
      if (given.has(callId)) return { allow: true };
      if (waits === undefined)
        return { allow: false, reason: "The client's tools can't be called from here." };
      if (waits.again) return { allow: false, reason: "The client gave no result for this call." };
      // Ids of calls are the model's, and come again in other sessions.
      const id = `client-${crypto.randomUUID()}`;
      const { name } = call.tool;
      await approvals.open({
        request: {
          ...{ id, sessionId, callId, tool: name, action: clientAction },
          summary: name,
          reason: "The client runs it.",
        },
        digest: "",
        askedAt: now(),
      });
      return { allow: false, reason: "The client runs it.", awaiting: id };
    },
  };
}

function clientTool(
  { name, description, parameters }: ClientTools["definitions"][number],
  given: ReadonlyMap<string, ClientTools["results"][number]>,
): Tool {
  const tool = defineTool({
    name,
    toolset: "client",
    description,
    input: { type: "object", additionalProperties: true },
    action: { name: clientAction, summary: "a tool of the client", readOnly: false },
    async execute(_input, { callId }) {
      const result = given.get(callId);
      if (result === undefined) return { error: "The client gave no result for this call." };
      const value = jsonOf(result.content);
      if (result.isError === true) return { error: result.content };
      return await Promise.resolve(value);
    },
  });
  // Whether the arguments fit is the client's to say, and so is the dialect of its schema.
  return {
    ...tool,
    parameters: () => parameters,
    parse: (args) => ({ ok: true, value: args ?? {} }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
