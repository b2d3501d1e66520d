import { Agent, defineTool, openaiResponses, scripted, z } from "@hermes/agent-loop";
import { openState, type State } from "@hermes/state";
import { answerLater, type ChatHandler, createChatHandler } from "@hermes/ui";

const weather = defineTool({
  name: "weather",
  toolset: "demo",
  description: "The weather of a city.",
  readOnly: true,
  input: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: "clear", degrees: 21 }),
});
const book = defineTool({
  name: "book",
  toolset: "demo",
  description: "Books a trip.",
  input: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ booked: city }),
});

const apiKey = process.env.OPENAI_API_KEY;
/** Without a key it follows a script. */
const model = apiKey
  ? openaiResponses({ model: "gpt-5.2", apiKey })
  : scripted(({ messages }) => {
      const last = messages.at(-1);
      const text = JSON.stringify(last?.content ?? "").toLowerCase();
      if (last?.role === "tool")
        return { text: text.includes("booked") ? "It is booked." : "Clear, 21 degrees." };
      if (text.includes("weather")) return { calls: [{ name: "weather", arguments: { city: "Lisbon" } }] };
      if (text.includes("book")) return { calls: [{ name: "book", arguments: { city: "Lisbon" } }] };
      return {
        text: "This is a scripted model. Ask for the weather, or ask me to book a trip.",
        delayMs: 30,
      };
    });

// Opened by the first request, once for the process: a build imports this file too, and each route has its own copy of it.
const kept = globalThis as { hermesState?: State; hermesChat?: ChatHandler };

function store(): State {
  kept.hermesState ??= openState({ path: process.env.DATABASE ?? "chat.db" });
  return kept.hermesState;
}

export function chat(): ChatHandler {
  const { journal, approvals } = store();
  kept.hermesChat ??= createChatHandler({
    agent: (sessionId) =>
      new Agent({
        ...{ model, sessionId, journal, approvals, tools: [weather, book] },
        // The question waits in the store until the page answers it.
        approver: answerLater,
      }),
    ...{ journal, approvals },
  });
  return kept.hermesChat;
}
