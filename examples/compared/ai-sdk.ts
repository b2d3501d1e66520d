import { createOpenAI } from "@ai-sdk/openai";
import { convertToModelMessages, createAgentUIStreamResponse, generateText } from "ai";
import { Output, tool, ToolLoopAgent, type UIMessage } from "ai";
import { z } from "zod";

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY });
const model = openai("gpt-5.2");
const chats = new Map<string, UIMessage[]>();
const agent = new ToolLoopAgent({
  model,
  instructions: "You work at the support desk of a shop.",
  tools: {
    orderStatus: tool({
      description: "Where an order is.",
      inputSchema: z.object({ order: z.string() }),
      execute: async ({ order }) => ({ order, status: "lost in transit" }),
    }),
    refund: tool({
      description: "Pays an order back.",
      inputSchema: z.object({ order: z.string(), euros: z.number() }),
      execute: async ({ order, euros }) => ({ order, refunded: euros }),
    }),
  },
  toolApproval: { refund: "user-approval" },
  experimental_toolApprovalSecret: process.env.APPROVAL_SECRET,
});

export async function POST(request: Request): Promise<Response> {
  const { id, message }: { id: string; message: UIMessage } = await request.json();
  const earlier = (chats.get(id) ?? []).filter((each) => each.id !== message.id);
  const uiMessages = [...earlier, message];
  return createAgentUIStreamResponse({
    agent,
    uiMessages,
    originalMessages: uiMessages,
    generateMessageId: () => crypto.randomUUID(),
    onEnd: ({ messages }) => void chats.set(id, messages),
  });
}

export async function GET(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const schema = z.object({ summary: z.string(), mood: z.enum(["calm", "angry"]) });
  const { output } = await generateText({
    model,
    output: Output.object({ schema }),
    messages: [
      ...(await convertToModelMessages(chats.get(id) ?? [])),
      { role: "user", content: "Sum this conversation up." },
    ],
  });
  return Response.json(output);
}
