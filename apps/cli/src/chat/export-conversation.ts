import { resolve } from "node:path";
import type { Runtime } from "@hermes/runtime";
import { writeAtomically } from "../files/write-atomically.ts";

export interface ExportConversationOptions {
  readonly sessionId: string;
  /** JSON lines where it ends so, else Markdown. Absent: one named after the session. */
  readonly file: string | undefined;
  readonly cwd: string;
}

/**
 * Writes a conversation to a file that is not there yet, and gives its path.
 *
 * @throws {HermesError} `CLI_FILE_EXISTS`, `CLI_FILE_FAILED`.
 */
export async function exportConversation(
  runtime: Runtime,
  { sessionId, file, cwd }: ExportConversationOptions,
): Promise<string> {
  const path = resolve(cwd, file ?? `hermes-${sessionId.replace(/[^\w.-]+/g, "_")}.md`);
  const format = path.endsWith(".jsonl") ? "jsonl" : "markdown";
  const [state, innerCalls] = await Promise.all([runtime.store(), runtime.scriptCalls(sessionId)]);
  await writeAtomically(path, [state.exportSession(sessionId, format, { innerCalls })]);
  return path;
}
