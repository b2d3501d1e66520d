import type { Settings } from "@hermes/config";
import type { ToolRegistry } from "@hermes/registry";
import { exitCodes, type Host } from "../host.ts";
import { printJson } from "../render/print.ts";
import { table } from "../render/table.ts";
import { platformNamed } from "./tools/platform-names.ts";
import { selectedOn } from "./tools/platform-toolsets.ts";
import { withTools } from "./tools/with-tools.ts";

/** One tool as `hermes tools list` shows it. */
interface ListedTool {
  readonly toolset: string;
  readonly tool: string;
  readonly available: boolean;
  /** Whether a conversation finds it by a search, instead of having it in every request. */
  readonly waits?: true | undefined;
  /** Whether conversations of the platform have it. */
  readonly on: boolean;
  /** Why it cannot be used, such as the variables that are not set. */
  readonly missing: string | undefined;
}

export interface ListToolsFlags {
  readonly json?: boolean | undefined;
  /** @default "cli" */
  readonly platform?: string | undefined;
}

/** `hermes tools list`: every tool with its toolset, and what it lacks. */
export async function listTools({ json, platform = "cli" }: ListToolsFlags, host: Host): Promise<number> {
  const tools = await withTools(host, async ({ registry, loaded: { settings } }) =>
    findTools(registry, settings, platformNamed(platform, settings, registry)),
  );
  const rows = tools.map((each) => [each.toolset, each.tool, stateOf(each)]);
  if (json) printJson(host, tools);
  else
    for (const line of table([["TOOLSET", "TOOL", "STATE"], ...rows], host.stdout.columns))
      host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

function stateOf({ available, waits, on, missing }: ListedTool): string {
  if (!on) return "off";
  if (!available) return `missing: ${missing}`;
  return waits === true ? "available, found by a search" : "available";
}

async function findTools(
  registry: ToolRegistry,
  settings: Settings,
  platform: string,
): Promise<readonly ListedTool[]> {
  const selection = {
    enabled: selectedOn(registry, settings, platform),
    disabled: settings.disabled_toolsets,
  };
  const [toolsets, { waiting }] = await Promise.all([
    registry.toolsets(),
    registry.offer({ ...selection, maxTokens: settings.tools.max_tokens }),
  ]);
  const on = new Set(registry.resolve(selection));
  const behindSearch = new Set(waiting.map(({ name }) => name));
  return toolsets.flatMap(({ name, tools, unavailable }) =>
    tools.map((tool) => {
      const missing = unavailable.find((each) => each.tool === tool)?.reason;
      const waits = behindSearch.has(tool) || undefined;
      return { toolset: name, tool, available: missing === undefined, on: on.has(tool), waits, missing };
    }),
  );
}
