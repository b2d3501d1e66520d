import type { AroundCompression, PromptOptions } from "@hermes/agent-loop";
import type { Message, Model } from "@hermes/models";
import type { ExternalMemory, ProviderMessage } from "@hermes/memory/provider";
import type { ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { saveFactsBefore } from "./save-facts.ts";

/** What a conversation does when its history is shortened: facts are saved before, and the prompt is built anew after. */
export function aroundCompression(
  parts: RuntimeParts,
  session: {
    readonly model: Model;
    readonly tools: ToolRegistry;
    readonly external: ExternalMemory | undefined;
    /** The prompt of now, with memory read again. */
    readonly prompt: () => Promise<PromptOptions>;
  },
): AroundCompression {
  const { external } = session;
  return {
    async before(compression) {
      const { messages, signal } = compression;
      const [saved, keep] = await Promise.all([
        saveFactsBefore(parts, session, compression),
        external?.keep(messages.map(asText), { signal }),
      ]);
      return { saved, keep };
    },
    prompt: session.prompt,
  };
}

function asText(message: Message): ProviderMessage {
  if (message.role === "tool") return { role: "tool", text: message.content };
  const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { role: message.role, text };
}
