import type { AgentContext, ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";

/** The editor at the other end, and what it can do. */
export interface Editor {
  readonly client: AgentContext;
  readonly can: ClientCapabilities;
}

/** Tells the editor what happens in a session. */
export async function sendUpdate(
  { client }: Editor,
  sessionId: string,
  update: SessionUpdate,
): Promise<void> {
  await client.notify("session/update", { sessionId, update });
}
