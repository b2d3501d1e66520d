import type { ControllerPorts, McpServerState } from "./controller-ports.ts";

type ProgramCommand = NonNullable<ControllerPorts["programCommand"]>;

/** Said where the program has no servers at all. */
export const noMcp: readonly string[] = ["There are no MCP servers here."];

/** The servers of a session: what is wrong, and what to do, on lines of their own, which fit the screen of a telephone. */
export function mcpLines(
  servers: readonly McpServerState[],
  { programCommand = () => undefined }: Pick<ControllerPorts, "programCommand"> = {},
): readonly string[] {
  if (servers.length > 0) return servers.flatMap((server) => linesOf(server, programCommand));
  const add = programCommand({ task: "add-mcp-server" });
  return add === undefined
    ? ["There are no MCP servers."]
    : ["There are no MCP servers. Add one:", `  ${add}`];
}

function linesOf(server: McpServerState, programCommand: ProgramCommand): readonly string[] {
  const { name, tools } = server;
  const { state, detail, next } = standingOf(server, programCommand);
  const count = tools === undefined ? "" : ` · ${tools} ${tools === 1 ? "tool" : "tools"}`;
  return [`${name}: ${state}${count}`, ...[detail, next].flatMap((line) => (line ? [`  ${line}`] : []))];
}

interface Standing {
  readonly state: string;
  readonly detail?: string | undefined;
  readonly next?: string | undefined;
}

function standingOf(
  { name, enabled, allowed, status, problem }: McpServerState,
  programCommand: ProgramCommand,
): Standing {
  const { state, reason, hint } = status;
  const allow = () => programCommand({ task: "allow-mcp-server", server: name });
  if (problem !== undefined) return { state: "wrong entry", detail: problem };
  if (!enabled) return { state: "off" };
  if (allowed === false) return { state: "refused", next: allow() };
  if (allowed === undefined) return { state: "not agreed to", next: allow() };
  if (state === "needs-login") {
    const next = programCommand({ task: "login-mcp-server", server: name }) ?? hint;
    return { state: "needs a login", next };
  }
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
