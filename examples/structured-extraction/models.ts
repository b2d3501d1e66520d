import { anthropicMessages, type Model, openaiChat, openaiResponses } from "@hermes/agent-loop";
import { type ScriptedServer, startScriptedServer } from "@hermes/models/testing";
import { answer } from "./offline-answers.ts";

export interface OpenModels {
  readonly models: Readonly<Record<string, Model>>;
  close(): Promise<void>;
}

/** The models that there is a key for; without any, one server on this machine that speaks three protocols. */
export async function openModels(env: NodeJS.ProcessEnv): Promise<OpenModels> {
  const openai = env.OPENAI_API_KEY;
  const anthropic = env.ANTHROPIC_API_KEY;
  if (openai || anthropic)
    return {
      models: {
        ...(openai ? { Responses: openaiResponses({ model: "gpt-5.2", apiKey: openai }) } : {}),
        ...(anthropic
          ? { Messages: anthropicMessages({ model: "claude-sonnet-4-5", apiKey: anthropic }) }
          : {}),
      },
      close: async () => {},
    };
  return offlineModels(await startScriptedServer({ script: answer }));
}

/** Three protocols of one server on this machine. */
export function offlineModels({ url, openaiUrl, close }: ScriptedServer) {
  const common = { apiKey: "offline", outputSchemas: true, price: { input: 1, output: 5 } };
  const openai = { ...common, baseUrl: openaiUrl };
  const models = {
    // As a small local model is: it takes neither PDFs nor schemas.
    Chat: openaiChat({ ...openai, model: "local", outputSchemas: false, abilities: { files: false } }),
    Responses: openaiResponses({ ...openai, model: "gpt-5.2" }),
    Messages: anthropicMessages({ ...common, model: "claude-sonnet-4-5", baseUrl: url }),
  };
  return { models, close };
}
