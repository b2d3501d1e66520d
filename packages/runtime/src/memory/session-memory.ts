import type { FailureWatch, LearningLog, MemoryStore } from "@hermes/memory";
import type { Tool, ToolHooks } from "@hermes/registry";
import type { ExternalMemory } from "@hermes/memory/provider";
import { lazy, type Lazy } from "../lazy.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { wantsExternalMemory } from "./external-memory-setting.ts";
import type { SourcedText } from "../prompt/prompt-layers.ts";
import { sourceOf } from "./external-memory.ts";
import { openMemoryStore } from "./open-memory-store.ts";

/** What one session remembers with. */
export interface SessionMemory {
  readonly store: () => Promise<MemoryStore>;
  readonly watch: FailureWatch;
  readonly hooks: readonly ToolHooks[];
  readonly tools: () => Promise<readonly Tool[]>;
  /** The memory beside the notes, if there is one; asked for the first time, it is started. */
  readonly external: Lazy<ExternalMemory | undefined>;
  /** What the prompt shows of both. Read anew after `refresh`. */
  promptBlock(): Promise<SourcedText>;
  /** Reads the notes again: for a compression. */
  refresh(): Promise<void>;
}

export async function openSessionMemory(
  parts: RuntimeParts,
  sessionId: () => Promise<string>,
): Promise<SessionMemory> {
  const { createFailureWatch, learningTool, memoryTool } = await import("@hermes/memory");
  const store = lazy(() => openMemoryStore(parts));
  const log = async (): Promise<LearningLog | undefined> => {
    const state = await parts.existingState();
    return state === undefined || state.readOnly ? undefined : state.learnings;
  };
  const watch = createFailureWatch({ log });
  let attached: ExternalMemory | undefined;
  const external = lazy(async () => {
    if (!wantsExternalMemory(parts)) return undefined;
    const { openExternalMemory } = await import("./external-memory.ts");
    attached = await openExternalMemory(parts, await sessionId());
    return attached;
  });
  return {
    store,
    watch,
    hooks: [watch.hooks],
    async tools() {
      return [memoryTool(await store()), learningTool({ log, watch })];
    },
    external,
    async promptBlock() {
      const attached = await external();
      const known = (await attached?.promptBlock()) ?? "";
      const blocks = [(await store()).promptBlock(), known];
      return {
        text: blocks.filter((block) => block !== "").join("\n\n"),
        ...(attached === undefined || known === "" ? {} : { provenance: sourceOf(attached) }),
      };
    },
    refresh: async () => (await store()).refresh(),
  };
}
