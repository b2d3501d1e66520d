import { Option, type Command } from "commander";
import type { ExportOptions } from "../commands/sessions/export.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes sessions export`. */
export function addExport(sessions: Command, host: Host, end: (code: number) => void): void {
  sessions
    .command("export")
    .description("write conversations as JSONL, ShareGPT or Markdown")
    .argument("[id...]", "ids, beginnings of ids, titles, or latest")
    .option("--all", "all conversations")
    .addOption(
      new Option("--format <name>", "what to write")
        .choices(["jsonl", "sharegpt", "markdown"])
        .default("jsonl"),
    )
    .option("--out <path>", "a file, or a folder for one file each; else standard output")
    .option("--force", "replace files that are there")
    .option("--json", "say as JSON what was written")
    .addHelpText(
      "after",
      examples([
        "hermes sessions export latest --format markdown > talk.md",
        "hermes sessions export --all --format sharegpt --out training.jsonl",
        "hermes sessions export --all --out conversations/",
      ]),
    )
    .action(async (wanted: readonly string[], flags: ExportOptions) => {
      end(await (await import("../commands/sessions/export.ts")).exportSessions(wanted, flags, host));
    });
}

/** `hermes sessions import`, and `hermes migrate-sessions`, which people of the Python Hermes know. */
export function addImport(
  parent: Command,
  name: "import" | "migrate-sessions",
  host: Host,
  end: (code: number) => void,
): void {
  const full = name === "import" ? "hermes sessions import" : "hermes migrate-sessions";
  parent
    .command(name)
    .description("bring in conversations of the Python Hermes, or exported ones; nothing comes twice")
    .argument(
      "<path>",
      "a transcript (.jsonl), a folder of them, a state.db, or a home folder of the Python Hermes",
    )
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${full} ~/old-hermes`, `${full} ~/old-hermes/state.db`]))
    .action(async (path: string, flags: { readonly json?: boolean }) => {
      const { importSessions } = await import("../commands/sessions/import.ts");
      end(await importSessions(path, flags, host));
    });
}
