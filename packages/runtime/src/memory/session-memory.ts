import type { Message } from "@hermes/models";
import type { FailureWatch, LearningLog, MemoryStore } from "@hermes/memory";
import type { Tool, ToolHooks } from "@hermes/registry";
import { once } from "../once.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { openMemoryStore, refuseInjections } from "./open-memory-store.ts";

/** What one conversation remembers with. */
export interface SessionMemory {
  readonly store: () => Promise<MemoryStore>;
  readonly watch: FailureWatch;
  readonly hooks: readonly ToolHooks[];
  readonly tools: () => Promise<readonly Tool[]>;
  /** Tells where the history of the conversation is, once there is one. */
  follow(history: () => readonly Message[]): void;
}

export async function openSessionMemory(parts: RuntimeParts): Promise<SessionMemory> {
  const { createFailureWatch, learningTool, memoryTool } = await import("@hermes/memory");
  const store = once(() => openMemoryStore(parts));
  const log = async (): Promise<LearningLog | undefined> => {
    const state = await parts.existingState();
    return state === undefined || state.readOnly ? undefined : state.learnings;
  };
  const watch = createFailureWatch({ log });
  let history: () => readonly Message[] = () => [];
  let heard = false;
  // A compression may leave the text of strangers out of the history: it was heard all the same.
  const heardStrangers = (): boolean => {
    heard ||= history().some((message) => message.role === "tool" && message.origin === "untrusted");
    return heard;
  };
  const listening: ToolHooks = {
    name: "strangers",
    after({ tool, result }) {
      heard ||= tool.untrusted === true || result.untrusted === true;
    },
  };
  return {
    store,
    watch,
    hooks: [watch.hooks, listening],
    async tools() {
      const refuse = refuseInjections;
      return [
        memoryTool(await store(), { heardStrangers }),
        learningTool({ log, watch, refuse, heardStrangers }),
      ];
    },
    follow: (messages) => void (history = messages),
  };
}
