import type { AgentHooks } from "@hermes/agent-loop";
import type { Message, Model } from "@hermes/models";
import type { ExternalMemory, ProviderMessage } from "@hermes/memory/provider";
import type { ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { saveFactsBefore } from "./save-facts.ts";

/** What a session does before its history is shortened: facts are saved, and an external memory says what to keep. */
export function saveBeforeCompression(
  parts: RuntimeParts,
  session: {
    readonly model: Model;
    readonly tools: ToolRegistry;
    readonly external: ExternalMemory | undefined;
  },
): NonNullable<AgentHooks["beforeCompression"]> {
  const { external } = session;
  return async (compression, { signal }) => {
    const { messages } = compression;
    const [saved, keep] = await Promise.all([
      saveFactsBefore(parts, session, { ...compression, signal }),
      external?.keep(messages.map(asText), { signal }),
    ]);
    return { saved, keep };
  };
}

function asText(message: Message): ProviderMessage {
  if (message.role === "tool") return { role: "tool", text: message.content };
  const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { role: message.role, text };
}
