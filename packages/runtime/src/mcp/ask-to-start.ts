import type { ApprovalRequest, Approver } from "@hermes/registry";
import { randomBytes } from "node:crypto";
import type { NamedServer } from "./read-entries.ts";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

export interface AskToStartOptions {
  /** Undefined: nobody can be asked. */
  readonly approver: Approver | undefined;
  readonly sessionId: string;
  readonly userId?: string | undefined;
  readonly redact: () => Promise<(text: string) => string>;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * A session begins: servers that nobody was asked about are asked about, each once. The answer is kept where no file of a project
 * can say it. It is answered by nobody else: a command that does could be the agent's.
 */
export async function askToStart(mcp: WorkspaceMcp, options: AskToStartOptions): Promise<void> {
  const { approver } = options;
  const unknown = mcp.named.filter(
    (server) => server.enabled && server.entry !== undefined && mcp.allowed(server) === undefined,
  );
  for (const server of unknown)
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    await mcp.once(`${approver === undefined ? "tell" : "ask"} ${server.hash}`, async () => {
      if (mcp.allowed(server) === undefined) await ask(mcp, server, options);
    });
}

async function ask(
  mcp: WorkspaceMcp,
  server: NamedServer,
  { approver, sessionId, userId, redact, warn, signal }: AskToStartOptions,
): Promise<void> {
  const { name, file, target, entry } = server;
  const allow = `hermes mcp allow ${name}`;
  if (approver === undefined)
    return warn(`The MCP server "${name}" is not used: nobody has agreed to it. To agree: ${allow}`);
  const { reach } = mcp.report(server);
  const act = entry?.transport.type === "stdio" ? "start" : "connect to";
  const request: ApprovalRequest = {
    ...{ sessionId, userId, callId: "", id: randomBytes(5).toString("hex") },
    ...{ tool: "mcp", action: "mcp.start", rule: allow },
    summary: `${act} the MCP server "${name}": ${(await redact())(target)}`,
    reason: [
      `${file ?? "An option"} names it, and nobody has agreed to it.`,
      ...(reach.length === 0 ? [] : [`It ${reach.join("; ")}.`]),
    ].join(" "),
  };
  const answer = await approver(request, { signal });
  if (!("approved" in answer)) return;
  await mcp.allow(server, answer.approved, answer.approved && answer.scope !== "always" ? "now" : "always");
  if (!answer.approved) warn(`The MCP server "${name}" is not used. To use it after all: ${allow}`);
}
