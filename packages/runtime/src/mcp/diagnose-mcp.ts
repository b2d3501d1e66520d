import type { Diagnosis } from "../runtime.ts";
import type { McpServerReport } from "./server-report.ts";

const name = "mcp";

/** What is to be said about the MCP servers of a folder; nothing where there are none. Connects to none. */
export function diagnoseMcp(servers: readonly McpServerReport[]): readonly Diagnosis[] {
  const wrong = servers.flatMap(wrongWith);
  const usable = servers.filter((server) => server.enabled && wrongWith(server).length === 0);
  const unheld = usable.filter(({ isUnheld = false }) => isUnheld);
  return [
    ...(usable.length === 0 ? [] : [found("ok", `${namesOf(usable)} can be used`)]),
    ...(unheld.length === 0
      ? []
      : [found("warning", `no jail holds ${namesOf(unheld)}: what they do, they do as you`, inJail)]),
    ...wrong,
  ];
}

const inJail = "Use only servers that you trust, or work on Linux with bubblewrap.";

function wrongWith(server: McpServerReport): readonly Diagnosis[] {
  const { name: called, file = "--mcp", enabled, allowed, problem, status } = server;
  if (problem !== undefined)
    return [found("warning", `${called} can't be used: ${problem}`, `Correct its entry in ${file}.`)];
  if (!enabled || allowed === false) return [];
  if (allowed === undefined)
    return [found("warning", `${called} of ${file} waits for a yes`, `hermes mcp allow ${called}`)];
  if (status.state !== "needs-login") return [];
  return [found("warning", `${called} wants a login`, `hermes mcp login ${called}`)];
}

function found(status: Diagnosis["status"], message: string, hint?: string): Diagnosis {
  return hint === undefined ? { name, status, message } : { name, status, message, hint };
}

function namesOf(servers: readonly McpServerReport[]): string {
  return servers.map((server) => server.name).join(", ");
}
