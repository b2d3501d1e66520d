import { Agent } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";

/** A provider of your own: one function that sends the request and yields what comes back. */
function shouting(): Model {
  return {
    id: "shout-1",
    provider: "shouting",
    contextWindow: 32_000,
    async *stream({ messages }, { signal }) {
      signal.throwIfAborted();
      const last = messages.findLast(({ role }) => role === "user");
      const words =
        last?.role === "user" ? last.content.flatMap((part) => (part.type === "text" ? part.text : [])) : [];
      const text = words.join(" ").toUpperCase();
      for (const word of text.split(/(?<= )/)) yield { type: "text-delta", text: word };
      yield {
        type: "finish",
        finishReason: "stop",
        message: { role: "assistant", content: [{ type: "text", text }], finishReason: "stop" },
        usage: {
          inputTokens: 5,
          outputTokens: 3,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
        },
      };
    },
  };
}

console.log(await new Agent({ model: shouting(), tools: [] }).chat("good morning"));
