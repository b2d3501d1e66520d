import type { RuntimeParts } from "../runtime-parts.ts";

/** Whether the prompt and results do without what files of the workspace tell agents. */
export function skipsContext({ options: { loaded, flags } }: Pick<RuntimeParts, "options">): boolean {
  return flags?.skipContextFiles ?? loaded.settings.agent.ignore_rules;
}
