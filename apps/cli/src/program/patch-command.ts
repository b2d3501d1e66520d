import type { Command } from "commander";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes patch`. */
export function addPatch(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("patch")
    .description("apply a patch in the V4A format, as a whole or not at all")
    .argument("[file]", "the patch; without it, or as -, standard input")
    .option("--cwd <folder>", "where its paths begin")
    .option("--dry-run", "only say what would change")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes patch < change.patch",
        "hermes patch change.patch --dry-run",
        "hermes patch --json - < change.patch",
      ]),
    )
    .action(
      async (
        file: string | undefined,
        flags: { readonly cwd?: string; readonly dryRun?: boolean; readonly json?: boolean },
      ) => {
        end(await (await import("../commands/patch.ts")).patch({ file, ...flags }, host));
      },
    );
}
