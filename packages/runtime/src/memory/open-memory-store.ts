import type { MemoryStore } from "@hermes/memory";
import { join } from "node:path";
import type { RuntimeParts } from "../runtime-parts.ts";

/** The notes of this home, as the settings have them. */
export async function openMemoryStore({ options }: Pick<RuntimeParts, "options">): Promise<MemoryStore> {
  const { openMemory } = await import("@hermes/memory");
  const { home, settings } = options.loaded;
  const { memory_enabled, user_profile_enabled, memory_char_limit, user_char_limit } = settings.memory;
  return openMemory({
    folder: join(home, "memories"),
    targets: [
      ...(memory_enabled ? (["memory"] as const) : []),
      ...(user_profile_enabled ? (["user"] as const) : []),
    ],
    memoryCharLimit: memory_char_limit,
    userCharLimit: user_char_limit,
  });
}
