import type { Diagnosis } from "../runtime.ts";
import type { McpServerReport } from "./home-mcp.ts";

/** What is to be said about the MCP servers of a folder; nothing where there are none. Connects to none. */
export function diagnoseMcp(servers: readonly McpServerReport[]): readonly Diagnosis[] {
  const findings = servers.map((server) => ({ server, wrong: wrongWith(server) }));
  const fine = findings.flatMap(({ server, wrong }) =>
    wrong === undefined && server.enabled ? [server.name] : [],
  );
  return [
    ...(fine.length === 0
      ? []
      : [{ name, status: "ok", message: `ready to be used: ${fine.join(", ")}` } as const]),
    ...findings.flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong])),
  ];
}

const name = "mcp";

function wrongWith({
  name: server,
  file,
  enabled,
  allowed,
  problem,
  status,
  reach,
}: McpServerReport): Diagnosis | undefined {
  const warn = (message: string, hint: string): Diagnosis => ({ name, status: "warning", message, hint });
  if (problem !== undefined)
    return warn(`${server} can't be used: ${problem}`, `Correct it in ${file ?? "--mcp"}.`);
  if (!enabled || allowed === false) return undefined;
  if (allowed === undefined)
    return warn(`${server} of ${file ?? "--mcp"} waits for a yes`, `hermes mcp allow ${server}`);
  if (status.state === "needs-login") return warn(`${server} wants a login`, `hermes mcp login ${server}`);
  const [first] = reach;
  return first?.startsWith("runs as you") === true
    ? warn(`${server} ${first}`, "Work on Linux with bubblewrap, or take it away: hermes mcp remove")
    : undefined;
}
