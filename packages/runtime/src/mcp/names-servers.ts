import { existsSync } from "node:fs";
import { join } from "node:path";
import { findWorkspace } from "../find-workspace.ts";
import type { RuntimeContext } from "../runtime-context.ts";

/** Whether anything names an MCP server; reads no file. */
export function namesServers({ options, cwd }: Pick<RuntimeContext, "options" | "cwd">): boolean {
  return (
    Object.keys(options.loaded.settings.mcp_servers).length > 0 ||
    (options.mcp ?? []).length > 0 ||
    Object.keys(options.mcpServers ?? {}).length > 0 ||
    existsSync(join(findWorkspace(cwd).root, ".mcp.json"))
  );
}
