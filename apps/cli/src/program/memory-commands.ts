import { Option, type Command } from "commander";
import type { ChangeFlags } from "../commands/memory/change.ts";
import type { ListFlags } from "../commands/memory/list.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

type Target = "memory" | "user";

/** `hermes memory`. */
export function addMemory(program: Command, host: Host, end: (code: number) => void): void {
  const memory = program
    .command("memory")
    .description("see and change what is remembered across conversations")
    .helpCommand(false);
  memory
    .command("list")
    .description("everything that is remembered, who wrote it and when")
    .addOption(targetOption("only this one"))
    .option("--json", "as JSON, with receipts")
    .action(async (flags: ListFlags) => {
      end(await (await import("../commands/memory/list.ts")).listNotes(flags, host));
    });
  memory
    .command("show")
    .description("an entry with its receipt; without one, the last changes")
    .argument("[entry]", "its name, such as m2, or words that are in it alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes memory show m2", "hermes memory show"]))
    .action(async (entry: string | undefined, flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/memory/list.ts")).showNote(entry, flags, host));
    });
  addChanges(memory, host, end);
  memory
    .command("export")
    .description("all entries with their receipts, as JSON")
    .argument("[file]", "where to; else to standard output")
    .option("--force", "replace a file that is there")
    .action(async (file: string | undefined, flags: { readonly force?: boolean }) => {
      end(await (await import("../commands/memory/transfer.ts")).exportNotes(file, flags, host));
    });
  memory
    .command("import")
    .description("add what an export holds, or a file of entries with lines of § between them")
    .argument("<file>", "what to read; - is standard input")
    .addOption(targetOption("where entries of a text go").default("memory"))
    .option("-y, --yes", "also what is close to an entry or speaks against one")
    .option("--json", "as JSON")
    .action(async (file: string, flags: ChangeFlags & { readonly target: Target }) => {
      end(await (await import("../commands/memory/transfer.ts")).importNotes(file, flags, host));
    });
}

function addChanges(memory: Command, host: Host, end: (code: number) => void): void {
  memory
    .command("add")
    .description("remember something; what is known already is not written twice")
    .argument("<text>", "one fact")
    .addOption(targetOption("memory: what is learned; user: who you are").default("memory"))
    .option("-y, --yes", "also when it is close to an entry or speaks against one")
    .option("--json", "as JSON")
    .addHelpText("after", examples(['hermes memory add --target user "Prefers short answers"']))
    .action(async (text: string, flags: ChangeFlags & { readonly target: Target }) => {
      end(await (await import("../commands/memory/change.ts")).addNote(text, flags, host));
    });
  memory
    .command("edit")
    .description("put something else in the place of an entry")
    .argument("<entry>", "its name, such as m2, or words that are in it alone")
    .argument("<text>", "the new entry")
    .option("-y, --yes", "also when it speaks against another entry")
    .option("--json", "as JSON")
    .action(async (entry: string, text: string, flags: ChangeFlags) => {
      end(await (await import("../commands/memory/change.ts")).editNote(entry, text, flags, host));
    });
  memory
    .command("forget")
    .description("remove an entry, or a secret that is asked for, from everywhere in this home")
    .argument(
      "[entry]",
      "its name, such as m2; without one, the text is asked for or read from standard input",
    )
    .option("-y, --yes", "do not ask whether to go on")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes memory forget m2", "hermes memory forget --yes < secret.txt"]))
    .action(async (entry: string | undefined, flags: ChangeFlags) => {
      end(await (await import("../commands/memory/forget.ts")).forgetNote(entry, flags, host));
    });
  memory
    .command("revert")
    .description("take a change back; without a name, the last one")
    .argument("[change]", "its name, as hermes memory show lists it")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes memory revert", "hermes memory revert mc12"]))
    .action(async (id: string | undefined, flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/memory/change.ts")).revertChange(id, flags, host));
    });
}

function targetOption(description: string): Option {
  return new Option("--target <name>", description).choices(["memory", "user"]);
}
