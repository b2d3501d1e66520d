import type { HomeMcp, McpServerReport } from "@hermes/runtime";
import { nearest } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";

/** @throws {HermesError} `MCP_NO_SERVER`, with the name that was probably meant. */
export async function findServer(mcp: HomeMcp, name: string): Promise<McpServerReport> {
  const servers = await mcp.list();
  const found = servers.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = servers.map((each) => each.name);
  const near = nearest(name, names);
  throw new HermesError(`There is no MCP server "${name}".`, {
    code: "MCP_NO_SERVER",
    hint:
      near === undefined
        ? `There ${names.length === 0 ? "are none" : `are: ${names.join(", ")}`}. Add one: hermes mcp add`
        : `Did you mean "${near}"?`,
  });
}
