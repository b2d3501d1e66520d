import type { EditorAccess } from "../ports/editor-access.ts";
import type { Editor } from "./editor.ts";
import { unlessRefused } from "./unless-refused.ts";

/** More than is ever shown to a model. */
const outputByteLimit = 1_000_000;

/** Runs programs in terminals of the editor. */
export function editorTerminal(
  { client }: Editor,
  sessionId: () => string,
): NonNullable<EditorAccess["openTerminal"]> {
  return async ({ command, args, cwd }) => {
    const asked = client.createTerminal({
      ...{ sessionId: sessionId(), command, args: [...args], cwd, outputByteLimit },
    });
    const terminal = await unlessRefused(asked, "run a command in its terminal");
    if (terminal === undefined) return undefined;
    return {
      id: terminal.id,
      exited: terminal
        .waitForExit()
        .then(({ exitCode, signal }) => ({ exitCode: exitCode ?? null, signal: signal ?? undefined })),
      output: async () => (await terminal.currentOutput()).output,
      kill: async () => void (await terminal.kill()),
      release: async () => void (await terminal.release()),
    };
  };
}
