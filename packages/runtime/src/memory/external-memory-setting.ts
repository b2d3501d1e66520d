import type { RuntimeParts } from "../runtime-parts.ts";

/** Whether a session has a memory beside the notes. */
export function wantsExternalMemory({ options }: Pick<RuntimeParts, "options">): boolean {
  const { flags = {}, loaded } = options;
  const isOff = flags.skipMemory ?? loaded.settings.agent.ignore_rules;
  return !isOff && flags.unattended !== true && namesExternalMemory({ options });
}

/** Whether the settings name one. */
export function namesExternalMemory({ options }: Pick<RuntimeParts, "options">): boolean {
  return !["", "none"].includes(options.loaded.settings.memory.provider.trim());
}
