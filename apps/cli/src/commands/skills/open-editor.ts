import { spawn } from "node:child_process";
import { HermesError } from "@hermes/registry/errors";
import type { SkillsContext } from "./skills-context.ts";

/**
 * Opens a file in the person's editor and waits until it is closed. The variable may hold arguments: `code --wait`.
 *
 * @throws {HermesError} `CLI_NO_EDITOR`, `CLI_EDITOR_FAILED`.
 */
export async function openEditor(file: string, { env, ask, lend }: SkillsContext): Promise<void> {
  const named = env["VISUAL"]?.trim() || env["EDITOR"]?.trim();
  if (!named && ask === undefined) {
    throw new HermesError("There is no editor to open.", {
      code: "CLI_NO_EDITOR",
      hint: "Set EDITOR, or give the text with: hermes skills create --from-file FILE",
    });
  }
  const editor = named || "vi";
  const code = await lend(
    () =>
      new Promise<number | null>((resolve, reject) => {
        // As git does: the shell takes the words of the variable apart, and the path is never one of them. It lives on when
        // Ctrl-C is typed: what that means is for the editor to say.
        const child = spawn("sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], {
          stdio: "inherit",
          env,
        });
        child.once("error", reject);
        child.once("close", resolve);
      }),
  );
  if (code === 0) return;
  throw new HermesError(`The editor "${editor}" ended with ${code ?? "a signal"}.`, {
    code: "CLI_EDITOR_FAILED",
    hint: "Set VISUAL or EDITOR to another one.",
  });
}
