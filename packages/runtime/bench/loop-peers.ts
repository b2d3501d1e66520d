// Peers of the loop benchmark, used as their own documentation says. Installed by `pnpm bench --peers`.
import { importPeer } from "@hermes/tooling/bench/peer";
import { description, echo, question, system } from "./loop-task.ts";
import type { Loop } from "./loop-task.ts";

export async function piAgentCore(base: string): Promise<Loop> {
  const { Agent } = await importPeer("pi", "@mariozechner/pi-agent-core");
  const { Type } = await importPeer("pi", "@mariozechner/pi-ai");
  const model = {
    id: "mock",
    name: "mock",
    api: "openai-completions",
    provider: "mock",
    baseUrl: `${base}/v1`,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000,
    maxTokens: 4096,
  };
  return async () => {
    const agent = new Agent({
      initialState: {
        systemPrompt: system,
        model,
        tools: [
          {
            name: "echo",
            label: "echo",
            description,
            parameters: Type.Object({ text: Type.String() }),
            execute: async (_id: string, { text }: { text: string }) => ({
              content: [{ type: "text", text: echo(text) }],
              details: {},
            }),
          },
        ],
      },
      getApiKey: () => "x",
    });
    await agent.prompt(question);
    return agent.state.messages
      .at(-1)
      .content.map((part: { text?: string }) => part.text ?? "")
      .join("");
  };
}

export async function aiSdk(base: string): Promise<Loop> {
  const { streamText, tool, isStepCount, stepCountIs } = await importPeer("aisdk", "ai");
  const { createOpenAICompatible } = await importPeer("aisdk", "@ai-sdk/openai-compatible");
  const { z } = await importPeer("aisdk", "zod");
  const provider = createOpenAICompatible({ name: "mock", baseURL: `${base}/v1`, apiKey: "x" });
  return async () => {
    const result = streamText({
      model: provider("mock"),
      instructions: system,
      prompt: question,
      stopWhen: (isStepCount ?? stepCountIs)(1_000_000),
      tools: {
        echo: tool({
          description,
          inputSchema: z.object({ text: z.string() }),
          execute: async ({ text }: { text: string }) => echo(text),
        }),
      },
    });
    let text = "";
    for await (const delta of result.textStream) text += delta;
    return text;
  };
}
