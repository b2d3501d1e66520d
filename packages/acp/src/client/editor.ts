import type { AgentContext, ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";
import type { EditorFiles } from "../ports/acp-home.ts";

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

/** Undefined where the editor offers none. */
export function editorFiles({ client, can }: Editor, sessionId: () => string): EditorFiles | undefined {
  const { readTextFile = false, writeTextFile = false } = can.fs ?? {};
  if (!readTextFile && !writeTextFile) return undefined;
  return {
    read: readTextFile
      ? async (path) => (await client.request("fs/read_text_file", { sessionId: sessionId(), path })).content
      : undefined,
    write: writeTextFile
      ? async (path, content) => {
          await client.request("fs/write_text_file", { sessionId: sessionId(), path, content });
        }
      : undefined,
  };
}
