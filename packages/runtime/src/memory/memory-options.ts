import type { AgentHooks, AgentOptions, Compressor, PromptOptions } from "@hermes/agent-loop";
import type { ExternalMemory } from "@hermes/memory/provider";
import type { Model } from "@hermes/models";
import type { ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { SessionMemory } from "./session-memory.ts";

interface MemoryUsers {
  readonly model: Model;
  readonly tools: ToolRegistry;
  readonly external: ExternalMemory | undefined;
  readonly memory: SessionMemory | undefined;
  readonly compressor: Compressor | undefined;
  /** The prompt of now. */
  readonly buildPrompt: () => Promise<PromptOptions>;
}

/** Saving facts and asking an external memory take a request each, and have a limit of their own. */
const savingTakesMs = 60_000;

/** What an agent has of memory around its turns and compressions. Nothing is loaded where there is neither. */
export async function memoryOptions(
  parts: RuntimeParts,
  { model, tools, external, memory, compressor, buildPrompt }: MemoryUsers,
): Promise<Pick<AgentOptions, "recall" | "compressor" | "promptAfterCompression" | "hooks">> {
  const { hooks = [] } = parts.options;
  const recall =
    external === undefined ? undefined : (await import("./external-memory.ts")).recallOf(external);
  if (compressor === undefined) return { recall, hooks };
  const saving: AgentHooks = {
    name: "memory",
    timeoutMs: savingTakesMs,
    async beforeCompression(...asked) {
      const { saveBeforeCompression } = await import("./before-compression.ts");
      return await saveBeforeCompression(parts, { model, tools, external })(...asked);
    },
  };
  const prompt = async (): Promise<PromptOptions> => {
    await memory?.refresh();
    return await buildPrompt();
  };
  return {
    recall,
    compressor,
    promptAfterCompression: prompt,
    // Nothing is lost because a hook of somebody else takes its time.
    hooks: [saving, ...hooks],
  };
}
