import { loadSettings } from "@hermes/config";
import type { Settings } from "@hermes/config";
import type { Runtime } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { table } from "../render/table.ts";
import { printJson, printRemark } from "../render/print.ts";

/** One tool as `hermes tools list` shows it. */
interface ListedTool {
  readonly toolset: string;
  readonly tool: string;
  readonly available: boolean;
  /** Whether a conversation finds it by a search, instead of having it in every request. */
  readonly waits?: true | undefined;
  /** Why it cannot be used, such as the variables that are not set. */
  readonly missing: string | undefined;
}

/** `hermes tools list`: every tool with its toolset, and what it lacks. */
export async function listTools(
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  const tools = await findTools(runtime, loaded.settings);
  const rows = tools.map((each) => [each.toolset, each.tool, stateOf(each)]);
  if (json) printJson(host, tools);
  else
    for (const line of table([["TOOLSET", "TOOL", "STATE"], ...rows], host.stdout.columns))
      host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

function stateOf({ available, waits, missing }: ListedTool): string {
  if (!available) return `missing: ${missing}`;
  return waits === true ? "available, found by a search" : "available";
}

async function findTools(runtime: Runtime, settings: Settings): Promise<readonly ListedTool[]> {
  const registry = await runtime.tools();
  const [toolsets, { waiting }] = await Promise.all([
    registry.toolsets(),
    registry.offer({
      ...{ enabled: settings.toolsets, disabled: settings.disabled_toolsets },
      maxTokens: settings.tools.max_tokens,
    }),
  ]);
  const behindSearch = new Set(waiting.map(({ name }) => name));
  return toolsets.flatMap(({ name, tools, unavailable }) =>
    tools.map((tool) => {
      const missing = unavailable.find((each) => each.tool === tool)?.reason;
      const waits = behindSearch.has(tool) || undefined;
      return { toolset: name, tool, available: missing === undefined, waits, missing };
    }),
  );
}
