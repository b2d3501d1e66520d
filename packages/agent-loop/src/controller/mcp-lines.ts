import type { McpServerState } from "./controller-ports.ts";

/** Said where the program has no servers at all. */
export const noMcp: readonly string[] = ["There are no MCP servers here."];

/** The servers of a session: what is wrong, and what to do, on lines of their own, which fit the screen of a telephone. */
export function mcpLines(servers: readonly McpServerState[]): readonly string[] {
  if (servers.length === 0) return ["There are no MCP servers. Add one:", "  hermes mcp add NAME -- COMMAND"];
  return servers.flatMap(linesOf);
}

function linesOf(server: McpServerState): readonly string[] {
  const { name, tools } = server;
  const { state, detail, next } = standingOf(server);
  const count = tools === undefined ? "" : ` · ${tools} ${tools === 1 ? "tool" : "tools"}`;
  return [`${name}: ${state}${count}`, ...[detail, next].flatMap((line) => (line ? [`  ${line}`] : []))];
}

interface Standing {
  readonly state: string;
  readonly detail?: string | undefined;
  readonly next?: string | undefined;
}

function standingOf({ name, enabled, allowed, status, problem }: McpServerState): Standing {
  const { state, reason, hint } = status;
  if (problem !== undefined) return { state: "wrong entry", detail: problem };
  if (!enabled) return { state: "off" };
  if (allowed === false) return { state: "refused", next: `hermes mcp allow ${name}` };
  if (allowed === undefined) return { state: "not agreed to", next: `hermes mcp allow ${name}` };
  if (state === "needs-login") return { state: "needs a login", next: `hermes mcp login ${name}` };
  return { state: words[state], detail: state === "ready" ? undefined : reason, next: hint };
}

const words = {
  idle: "not used yet",
  starting: "starting",
  ready: "ready",
  waiting: "gone, tried again",
  failed: "failed",
  closed: "closed",
} as const;
