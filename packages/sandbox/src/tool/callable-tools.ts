import type { Tool } from "@hermes/registry";
import type { SandboxTool } from "../sandbox-tool.ts";

/** The tools that code may call, where a session offers them. Nothing else, whatever a session offers. */
export const callableTools: ReadonlySet<string> = new Set([
  ...["web_search", "web_extract", "web_crawl"],
  ...["read_file", "write_file", "search", "patch", "terminal"],
  ...["browser_navigate", "browser_snapshot", "browser_click", "browser_type", "browser_scroll"],
  ...["browser_back", "browser_press", "browser_close", "browser_get_images", "browser_vision"],
  ...["browser_console", "browser_cdp", "browser_dialog"],
  "session_search",
]);

/** What a tool can do, but not when code calls it: whatever goes on after the call that started it. */
const strippedArguments: ReadonlyMap<string, readonly string[]> = new Map([
  ["terminal", ["background", "check_interval", "pty", "notify_on_complete", "watch_patterns", "keep"]],
]);

export interface CallableOptions {
  /** Names of the tools that the session offers. */
  readonly offered: ReadonlySet<string>;
  readonly get: (name: string) => Tool | undefined;
  /** Whether a tool beyond the list may be called: one of an MCP server that allows it. */
  readonly allow?: ((tool: string) => boolean) | undefined;
}

/** The tools of a session that code may call, in the order of the alphabet. */
export function callableOf({ offered, get, allow }: CallableOptions): readonly SandboxTool[] {
  const names = [...offered].filter((name) => isCallable(name, allow)).sort();
  return names.flatMap((name) => {
    const tool = get(name);
    return tool === undefined ? [] : [asSandboxTool(tool)];
  });
}

/** `execute_code` never calls itself, whoever allows it. */
function isCallable(name: string, allow: CallableOptions["allow"]): boolean {
  return name !== "execute_code" && (callableTools.has(name) || allow?.(name) === true);
}

function asSandboxTool(tool: Tool): SandboxTool {
  const { name, description, rare } = tool;
  const hasAliases = tool.aliases !== undefined;
  const parameters = tool.parameters();
  const stripped = strippedArguments.get(name);
  const properties = parameters["properties"];
  if (stripped === undefined || typeof properties !== "object" || properties === null)
    return { name, description, parameters, hasAliases, rare };
  const kept = Object.entries(properties).filter(([key]) => !stripped.includes(key));
  return {
    name,
    description,
    hasAliases,
    rare,
    parameters: { ...parameters, properties: Object.fromEntries(kept) },
  };
}

/** The arguments as they are passed on. */
export function keptArguments(
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const stripped = strippedArguments.get(tool);
  if (stripped === undefined || !stripped.some((key) => key in args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => !stripped.includes(key)));
}
