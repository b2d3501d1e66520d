import { Agent, type AgentTool } from "@earendil-works/pi-agent-core";
import { createModels, Type, validateToolCall } from "@earendil-works/pi-ai";
import { openaiProvider } from "@earendil-works/pi-ai/providers/openai";

const models = createModels();
models.setProvider(openaiProvider());
const found = models.getModel("openai", "gpt-5.2");
if (!found) throw new Error("Model not found");
const model = { ...found, baseUrl: process.env.OPENAI_BASE_URL ?? found.baseUrl };
const agents = new Map<string, Agent>();
const waiting = new Map<string, (approved: boolean) => void>();
const answer = (details: object) => ({
  content: [{ type: "text" as const, text: JSON.stringify(details) }],
  details,
});
const orderStatus: AgentTool = {
  name: "orderStatus",
  label: "Order status",
  description: "Where an order is.",
  parameters: Type.Object({ order: Type.String() }),
  execute: async (_id, { order }: any) => answer({ order, status: "lost in transit" }),
};
const refund: AgentTool = {
  name: "refund",
  label: "Refund",
  description: "Pays an order back.",
  parameters: Type.Object({ order: Type.String(), euros: Type.Number() }),
  execute: async (_id, { order, euros }: any) => answer({ order, refunded: euros }),
};

function agentOf(id: string): Agent {
  const known = agents.get(id);
  if (known) return known;
  const agent = new Agent({
    initialState: {
      systemPrompt: "You work at the support desk of a shop.",
      model,
      tools: [orderStatus, refund],
    },
    streamFn: models.streamSimple.bind(models),
    beforeToolCall: async ({ toolCall }) => {
      if (toolCall.name !== "refund") return undefined;
      const approved = await new Promise<boolean>((resolve) => waiting.set(toolCall.id, resolve));
      waiting.delete(toolCall.id);
      return approved ? undefined : { block: true, reason: "The person said no." };
    },
  });
  agents.set(id, agent);
  return agent;
}

export async function POST(request: Request): Promise<Response> {
  const { id, text, callId, approved } = await request.json();
  if (callId !== undefined) {
    waiting.get(callId)?.(approved === true);
    return new Response(null, { status: 204 });
  }
  const agent = agentOf(id);
  if (agent.state.isStreaming) return new Response("This conversation is busy.", { status: 409 });
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      const unsubscribe = agent.subscribe((event) => {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      });
      const end = () => {
        unsubscribe();
        controller.close();
      };
      agent.prompt(text).then(end, end);
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export async function GET(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const report = {
    name: "report",
    description: "Reports the sum of the conversation.",
    parameters: Type.Object({
      summary: Type.String(),
      mood: Type.Union([Type.Literal("calm"), Type.Literal("angry")]),
    }),
  };
  const words = { role: "user" as const, content: "Sum this conversation up.", timestamp: Date.now() };
  const messages = agentOf(id).state.messages.filter((each) => each.role !== "system");
  const context = { messages: [...messages, words], tools: [report] };
  const { content } = await models.complete(model, context as any, { toolChoice: "required" } as any);
  const call = content.find((part) => part.type === "toolCall");
  if (!call) return new Response("The model did not report.", { status: 502 });
  return Response.json(validateToolCall([report], call));
}
