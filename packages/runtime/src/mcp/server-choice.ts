import { toolsetOf } from "@hermes/mcp";
import type { ToolSelection } from "@hermes/registry";

/** Whether a selection has a server, also one that has no tool yet. */
export function isOffered(server: string, { enabled, disabled = [] }: ToolSelection): boolean {
  const own = [toolsetOf(server), server, "mcp", "all", "*"];
  if (disabled.some((name) => own.includes(name))) return false;
  return enabled === undefined || enabled.some((name) => own.includes(name) || isPreset(name));
}

/** A preset of a platform offers whatever there is; what anybody can reach has a list of its own. */
function isPreset(name: string): boolean {
  return name.startsWith("hermes-") && name !== "hermes-webhook";
}
