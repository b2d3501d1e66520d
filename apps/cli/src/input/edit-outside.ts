import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { openEditor } from "../commands/skills/open-editor.ts";

export interface EditOutsideOptions {
  readonly env: Environment;
  /** Lets another program have the terminal while a task goes on. */
  readonly lend: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/**
 * Lets a person edit a text in `$VISUAL` or `$EDITOR`, or in vi.
 *
 * @returns The text as the editor left it, without the line break that editors put at the end.
 * @throws {HermesError} `CLI_EDITOR_FAILED`; the file is removed in any case.
 */
export async function editOutside(text: string, { env, lend }: EditOutsideOptions): Promise<string> {
  const folder = await mkdtemp(join(env["TMPDIR"]?.trim() || tmpdir(), "hermes-message-"));
  try {
    // Editors tell by the name how it is to be coloured.
    const file = join(folder, "message.md");
    await writeFile(file, text, { mode: 0o600 });
    await openEditor(file, { env, lend, atTerminal: true });
    const edited = await readFile(file, "utf8");
    return text.endsWith("\n") ? edited : edited.replace(/\r?\n$/, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
