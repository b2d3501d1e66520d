import type { McpServerReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import type { McpDesk } from "./mcp-desk.ts";
import { sourceNames, standingOf } from "./state-text.ts";

/** `hermes mcp list`. Connects to nothing. */
export async function listServers(
  { json }: { readonly json?: boolean | undefined },
  { host, withMcp }: McpDesk,
): Promise<number> {
  return await withMcp(async ({ mcp }) => {
    const servers = await mcp.list();
    if (json) printJson(host, servers);
    else printLines(host, servers.length === 0 ? nothing : linesOf(servers, host.stdout.columns));
    return exitCodes.ok;
  });
}

const nothing = [
  "There are no MCP servers. Add one:",
  "  hermes mcp add files --folder . -- npx -y @modelcontextprotocol/server-filesystem .",
];

function linesOf(servers: readonly McpServerReport[], columns: number | undefined): readonly string[] {
  const rows = servers.map((server) => [
    server.name,
    standingOf(server).state,
    server.tools === undefined ? "?" : String(server.tools),
    sourceNames[server.source],
    server.target,
  ]);
  const advice = servers.flatMap((server) => {
    const text = standingOf(server).advice;
    return text === undefined ? [] : paragraph(oneLine(`${server.name}: ${text}`), { columns });
  });
  const listed = table([["NAME", "STATE", "TOOLS", "FROM", "TARGET"], ...rows], columns);
  return advice.length === 0 ? listed : [...listed, "", ...advice];
}
