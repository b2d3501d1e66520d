import type { ToolCallPart } from "@hermes/models";
import { describeCall } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";
import type { KnownCall } from "../compressor.ts";
import type { WaitingTools } from "./waiting-tools.ts";

/** What a call of the history does. Undefined: it is none of a tool that is known, or its arguments are not the tool's. */
export function knownCall(
  registry: Pick<ToolRegistry, "get">,
  waiting: WaitingTools | undefined,
  asked: ToolCallPart,
): KnownCall | undefined {
  const meant = waiting?.unwrap(asked);
  const call = meant?.ok === true ? meant.call : asked;
  const tool = registry.get(call.name);
  const written = parseArgumentsText(call.arguments);
  if (tool === undefined || !written.ok) return undefined;
  try {
    const parsed = tool.parse(written.value);
    return parsed.ok ? { ...describeCall(tool, parsed.value), args: parsed.value } : undefined;
  } catch {
    // A tool that can't tell what its call does.
    return undefined;
  }
}
