import { HermesError } from "@hermes/registry/errors";
import type { Environment } from "@hermes/registry";

export interface OpenEditorOptions {
  readonly env: Environment;
  /** Whether a person sits at the terminal: they have vi where they named no editor. */
  readonly atTerminal: boolean;
  /** Lets another program have the terminal while a task goes on. */
  lend<Result>(task: () => Promise<Result>): Promise<Result>;
}

/**
 * Opens a file in the person's editor and waits until it is closed. The variable may hold arguments: `code --wait`.
 *
 * @throws {HermesError} `CLI_NO_EDITOR`, `CLI_EDITOR_FAILED`.
 */
export async function openEditor(file: string, { env, atTerminal, lend }: OpenEditorOptions): Promise<void> {
  const named = env["VISUAL"]?.trim() || env["EDITOR"]?.trim();
  if (!named && !atTerminal) {
    throw new HermesError("There is no editor to open.", {
      code: "CLI_NO_EDITOR",
      hint: "Set EDITOR, or give the text with: hermes skills create --from-file FILE",
    });
  }
  const editor = named || "vi";
  const { execa } = await import("execa");
  const { failed, exitCode, signal, shortMessage } = await lend(
    // As git does: the shell takes the words of the variable apart, and the path is never one of them. It lives on when
    // Ctrl-C is typed: what that means is for the editor to say. A person takes their time: there is no limit.
    () =>
      execa("sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], {
        stdio: "inherit",
        env,
        extendEnv: false,
        reject: false,
      }),
  );
  if (!failed) return;
  throw new HermesError(`The editor "${editor}" ended with ${exitCode ?? signal ?? shortMessage}.`, {
    code: "CLI_EDITOR_FAILED",
    hint: "Set VISUAL or EDITOR to another one.",
  });
}
