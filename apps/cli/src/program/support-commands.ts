import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import type { DebugFlags } from "../commands/debug/debug.ts";
import type { LogsFlags } from "../commands/logs/logs.ts";
import type { LogName } from "../commands/logs/log-files.ts";
import type { StatusFlags } from "../commands/status/status.ts";
import type { UninstallFlags } from "../commands/uninstall/uninstall.ts";
import type { Host } from "../host.ts";
import { examples, wholeNumber } from "./option-values.ts";
import { since } from "./session-values.ts";

/** `hermes status`, `logs`, `debug` and `uninstall`: how Hermes is, what went wrong, and its end. */
export function addSupport(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("status")
    .description("how Hermes is here, on one screen: model, gateway, schedules, store, what is open")
    .option("--all", "also each toolset, what it lacks, and the budgets")
    .option("--deep", "ask the provider and the gateway, too")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes status", "hermes status --deep", "hermes status --all --json"]))
    .action(async (flags: StatusFlags) => {
      end(await (await import("../commands/status/status.ts")).status(flags, host));
    });
  program
    .command("logs")
    .description("what went wrong: the end of a log")
    .addArgument(
      new Argument("[name]", "agent (conversations, serve, cron tick), gateway, errors (of both), or list")
        .choices(["agent", "gateway", "errors", "list"] satisfies readonly (LogName | "list")[])
        .default("agent"),
    )
    .option("-n, --lines <number>", "how many lines", wholeNumber, 50)
    .option("-f, --follow", "go on with what comes, until Ctrl-C")
    .option("--since <time>", "not older than 30m, 1h, 7d, a day (2026-01-31) or a time", sinceOrAgo)
    .addOption(new Option("--level <level>", "this and worse").choices(["debug", "info", "warn", "error"]))
    .option("--json", "one object for each line")
    .addHelpText(
      "after",
      examples(["hermes logs", "hermes logs errors --since 1h", "hermes logs gateway -f --level warn"]),
    )
    .action(async (name: LogName | "list", flags: LogsFlags) => {
      end(await (await import("../commands/logs/logs.ts")).logs(name, flags, host));
    });
  program
    .command("debug")
    .description("write what a report of a problem needs into one file, without secrets and conversations")
    .option("-o, --output <file>", "where to; - is standard output (default: hermes-debug-DATE.md here)")
    .option("--logs <number>", "how many lines of each log", wholeNumber, 100)
    .option("--force", "replace a file that is there")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples(["hermes debug", "hermes debug -o report.md --logs 500"]))
    .addHelpText("after", "\nNothing is sent anywhere: look at the file, then attach it yourself.\n")
    .action(async (flags: DebugFlags) => {
      end(await (await import("../commands/debug/debug.ts")).debug(flags, host));
    });
  program
    .command("uninstall")
    .description("remove services and what Hermes put elsewhere; what is yours stays")
    .option("--everything", "also conversations, memory, skills, settings and keys: the whole folder")
    .option("--dry-run", "only say what would go and what would stay")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes uninstall --dry-run", "hermes uninstall", "hermes uninstall --everything"]),
    )
    .action(async (flags: UninstallFlags) => {
      end(await (await import("../commands/uninstall/uninstall.ts")).uninstall(flags, host));
    });
}

const agoMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** As `since`, and minutes or hours ago. */
function sinceOrAgo(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smh])$/.exec(text.trim()) ?? [];
  const ms = Number(count) * (agoMs[unit] ?? Number.NaN);
  if (ms >= 0) return Date.now() - ms;
  try {
    return since(text);
  } catch {
    throw new InvalidArgumentError("It must be 30m, 1h or 7d, a day such as 2026-01-31, or a time.");
  }
}
