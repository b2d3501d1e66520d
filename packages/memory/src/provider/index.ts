/** External memories: what one has to offer, and how a session uses it without being hurt by it. */
export { attachMemory } from "./attach-memory.ts";
export type { AttachMemoryOptions, ExternalMemory, MemoryLimits } from "./attach-memory.ts";
export { fenceMemory, MemoryFenceFilter } from "./memory-fence.ts";
export type {
  MemoryProvider,
  ProviderMessage,
  ProviderOptions,
  ProviderSession,
  ProviderTurn,
} from "./memory-provider.ts";
export { externalMemoryToolset } from "./provider-tools.ts";
