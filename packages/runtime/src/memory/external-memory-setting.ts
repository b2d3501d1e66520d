import type { RuntimeParts } from "../runtime-parts.ts";

/** Whether a conversation has a memory beside the notes. */
export function wantsExternalMemory({ options }: Pick<RuntimeParts, "options">): boolean {
  const { flags = {}, loaded } = options;
  const { agent, memory } = loaded.settings;
  const isOff = flags.skipMemory ?? agent.ignore_rules;
  return !isOff && flags.unattended !== true && !["", "none"].includes(memory.provider.trim());
}
