import { Agent, anthropicMessages, defineTool, openaiResponses, z } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";
import type { State } from "@hermes/state";
import { answerLater } from "@hermes/ui";
import { offlineModel } from "./offline-model.ts";

export const orderStatus = defineTool({
  name: process.env.STATUS_TOOL ?? "order_status",
  toolset: "shop",
  description: "Where an order is.",
  readOnly: true,
  input: z.object({ order: z.string() }),
  execute: async ({ order }) => ({ order, status: "in transit", days: 2 }),
});

export const refund = defineTool({
  name: "refund",
  toolset: "shop",
  description: "Pays an order back.",
  input: z.object({ order: z.string(), euros: z.number() }),
  execute: async ({ order, euros }) => ({ order, refunded: euros }),
});

function chooseModel({ OPENAI_API_KEY: openai, ANTHROPIC_API_KEY: anthropic }: NodeJS.ProcessEnv): Model {
  if (openai) return openaiResponses({ model: "gpt-5.2", apiKey: openai });
  if (anthropic) return anthropicMessages({ model: "claude-sonnet-4-5", apiKey: anthropic });
  return offlineModel();
}

const model = chooseModel(process.env);

/** The agent of one conversation. What it did and said is in the store, so that any process can go on with it. */
export function openAgent(sessionId: string, state: State): Agent {
  return new Agent({
    model,
    sessionId,
    tools: [orderStatus, refund],
    prompt: "You work at the support desk of a shop. Be brief.",
    journal: state.journal,
    approvals: state.approvals,
    // The question waits in the store until the page answers it.
    approver: answerLater,
    // A conversation that began before a deployment goes on with the tools of today.
    onChangedHead: "adopt",
  });
}
