import { Agent, defineTool, memoryApprovals, memoryJournal, openaiResponses, z } from "@hermes/agent-loop";
import { answerLater, createChatHandler } from "@hermes/ui";

const model = openaiResponses({
  model: "gpt-5.2",
  baseUrl: process.env.OPENAI_BASE_URL,
  apiKey: process.env.OPENAI_API_KEY,
});
const orderStatus = defineTool({
  name: "orderStatus",
  toolset: "shop",
  description: "Where an order is.",
  readOnly: true,
  input: z.object({ order: z.string() }),
  execute: async ({ order }) => ({ order, status: "lost in transit" }),
});
const refund = defineTool({
  name: "refund",
  toolset: "shop",
  description: "Pays an order back.",
  input: z.object({ order: z.string(), euros: z.number() }),
  execute: async ({ order, euros }) => ({ order, refunded: euros }),
});
const journal = memoryJournal();
const approvals = memoryApprovals();
const agent = (sessionId: string) =>
  new Agent({
    ...{ model, sessionId, journal, approvals, tools: [orderStatus, refund] },
    prompt: "You work at the support desk of a shop.",
    approver: answerLater,
  });
export const { POST } = createChatHandler({ agent, journal, approvals });

export async function GET(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const output = z.object({ summary: z.string(), mood: z.enum(["calm", "angry"]) });
  return Response.json(await agent(id).chat("Sum this conversation up.", { output }));
}
