import type { PromptLayer } from "@hermes/agent-loop";
import type { FailureWatch, LearningLog, MemoryStore, MemoryTarget } from "@hermes/memory";
import { estimateTokens } from "@hermes/models";
import type { Tool, ToolHooks } from "@hermes/registry";
import type { ExternalMemory } from "@hermes/memory/provider";
import { lazy, type Lazy } from "../lazy.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { wantsExternalMemory } from "./external-memory-setting.ts";
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
  /** What the prompt shows of them: notes, who the user is, external memory, learnings. Read anew after `refresh`. */
  promptLayers(): Promise<readonly PromptLayer[]>;
  /** Reads the notes again: for a compression. */
  refresh(): Promise<void>;
}

export async function openSessionMemory(
  parts: RuntimeParts,
  sessionId: () => Promise<string>,
): Promise<SessionMemory> {
  const { createFailureWatch, learningsBlock, learningTool, memoryTool } = await import("@hermes/memory");
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
    async promptLayers() {
      const [attached, notes, learned] = await Promise.all([external(), store(), log()]);
      const known = (await attached?.promptBlock()) ?? "";
      return [
        notesLayer(notes, { target: "memory", kind: "memory", name: "MEMORY.md" }),
        notesLayer(notes, { target: "user", kind: "profile", name: "USER.md" }),
        ...(attached === undefined
          ? []
          : [
              {
                kind: "memory",
                name: "external memory",
                text: known,
                provenance: sourceOf(attached),
              } as const,
            ]),
        { kind: "learnings", name: "learnings", text: learned === undefined ? "" : learningsBlock(learned) },
      ];
    },
    refresh: async () => (await store()).refresh(),
  };
}

function notesLayer(
  notes: MemoryStore,
  { target, kind, name }: Pick<PromptLayer, "kind" | "name"> & { readonly target: MemoryTarget },
): PromptLayer {
  const isKept = notes.targets.includes(target);
  return {
    ...{ kind, name, elsewhere: "the memory tool" },
    text: isKept ? notes.promptBlock({ target }) : "",
    shorten: (maxTokens) =>
      notes.promptBlock({ target, fits: (block) => estimateTokens(block) <= maxTokens }),
  };
}
