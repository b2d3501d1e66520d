import { Option, type Command } from "commander";
import type { BackupCommandOptions } from "../commands/backup.ts";
import type { RedactCommandOptions } from "../commands/redact.ts";
import type { UsageOptions } from "../commands/usage.ts";
import type { RestoreCommandOptions } from "../commands/restore.ts";
import type { Host } from "../host.ts";
import { examples, wholeNumber } from "./option-values.ts";
import { addImport } from "./transfer-commands.ts";

/** `hermes insights`, `usage`, `backup`, `restore`, `redact` and `migrate-sessions`: what is done with all sessions at once. */
export function addStore(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("insights")
    .description("what the last days were spent on: tokens, cost, models, tools, times")
    .option("--days <number>", "how many days back", wholeNumber, 30)
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes insights", "hermes insights --days 7 --json"]))
    .action(async (flags: { readonly days: number; readonly json?: boolean }) => {
      end(await (await import("../commands/insights.ts")).insights(flags, host));
    });
  program
    .command("usage")
    .description("tokens, cost and budgets of today, or of a conversation")
    .argument("[session]", "its id, the beginning of one, words of its title, or latest")
    .option("--days <number>", "how many days back, today included", wholeNumber)
    .addOption(new Option("--day", "today (the default)").conflicts("days"))
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes usage", "hermes usage latest", "hermes usage --days 7 --json"]))
    .action(async (session: string | undefined, flags: UsageOptions) => {
      end(await (await import("../commands/usage.ts")).usage(session, flags, host));
    });
  program
    .command("backup")
    .description("write all conversations into one file, also while Hermes is in use")
    .argument("[file]", "where to; else into the folder backups of the home of Hermes")
    .option("--force", "replace a file that is there")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes backup", "hermes backup /media/disk/hermes.db"]))
    .action(async (file: string | undefined, flags: BackupCommandOptions) => {
      end(await (await import("../commands/backup.ts")).backup(file, flags, host));
    });
  program
    .command("restore")
    .description("go back to a backup or a snapshot; without a file it lists them")
    .argument("[file]", "the backup; it is checked first, and the conversations of now are kept beside it")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes restore", "hermes restore /media/disk/hermes.db"]))
    .action(async (file: string | undefined, flags: RestoreCommandOptions) => {
      end(await (await import("../commands/restore.ts")).restore(file, flags, host));
    });
  addRedact(program, host, end);
  addImport(program, "migrate-sessions", host, end);
}

/** `hermes redact` and `hermes sessions redact`. A secret is never an argument: those are in the history of the shell. */
export function addRedact(parent: Command, host: Host, end: (code: number) => void): void {
  parent
    .command("redact")
    .description("overwrite a secret in all conversations; it is asked for, or read from standard input")
    .option("-y, --yes", "do not ask whether to go on")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes redact", "hermes redact --yes < secret.txt"]))
    .action(async (flags: RedactCommandOptions) => {
      end(await (await import("../commands/redact.ts")).redact(flags, host));
    });
}
