import type { Command } from "commander";
import type { ListOptions } from "../commands/sessions/list.ts";
import type { SearchCommandOptions } from "../commands/sessions/search.ts";
import type { ShowOptions } from "../commands/sessions/show.ts";
import type { DeleteOptions, PruneOptions } from "../commands/sessions/delete.ts";
import type { ChangeOptions } from "../commands/sessions/change.ts";
import type { Host } from "../host.ts";
import { examples, wholeNumber } from "./option-values.ts";
import { age, messageNumber, roles, since, until } from "./session-values.ts";
import { addRedact } from "./store-commands.ts";
import { addExport, addImport } from "./transfer-commands.ts";

/** `hermes sessions`. Its ten commands are declared when one of them is asked for: a start of the others is felt. */
export function addSessions(program: Command, host: Host, end: (code: number) => void): void {
  const sessions = program
    .command("sessions")
    .description("find, read and keep in order the conversations that are kept")
    .helpCommand(false);
  program.hook("preSubcommand", (_program, chosen) => {
    if (chosen === sessions) addCommands(sessions, host, end);
  });
}

function addCommands(sessions: Command, host: Host, end: (code: number) => void): void {
  addReading(sessions, host, end);
  addChanging(sessions, host, end);
  addExport(sessions, host, end);
  addImport(sessions, "import", host, end);
  addRemoving(sessions, host, end);
  sessions
    .command("stats")
    .description("how much is kept, and what it was used for")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes sessions stats"]))
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/sessions/stats.ts")).showStats(flags, host));
    });
  addRedact(sessions, host, end);
}

function addReading(sessions: Command, host: Host, end: (code: number) => void): void {
  sessions
    .command("browse")
    .description("look through the conversations, search them as you type, and go on with one")
    .addHelpText("after", examples(["hermes sessions browse", "hermes --resume"]))
    .action(async () => {
      end(await (await import("../commands/sessions/browse.ts")).browseSessions(host));
    });
  timeOptions(sessions.command("list").description("the conversations that were active last"))
    .option("--limit <number>", "how many at most", wholeNumber, 20)
    .option("--all", "all of them, single questions too")
    .option("--one-shots", "also single questions (-q) with which nobody went on")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes sessions list",
        "hermes sessions list --tag work --since 30d",
        "hermes sessions list --all --json",
      ]),
    )
    .action(async (flags: ListOptions) => {
      end(await (await import("../commands/sessions/list.ts")).listSessions(flags, host));
    });
  timeOptions(
    sessions.command("search").description('find what was said: words, "a phrase", a OR b, a NOT b, begin*'),
  )
    .argument("<words...>", "what to look for")
    .option("--role <names>", "user, assistant, tool; separated by commas", roles)
    .option("--session <id>", "only in this conversation")
    .option("--limit <number>", "conversations at most", wholeNumber, 10)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes sessions search docker network",
        "hermes sessions search '\"out of memory\" NOT browser' --role tool --since 90d",
      ]),
    )
    .action(async (words: readonly string[], flags: SearchCommandOptions) => {
      end(await (await import("../commands/sessions/search.ts")).searchSessions(words, flags, host));
    });
  sessions
    .command("show")
    .description("read a conversation")
    .argument("<id...>", "its id, the beginning of it, its title, or latest")
    .option("--around <message>", "only around this message", messageNumber)
    .option("--limit <number>", "messages at most; without --around the last ones", wholeNumber)
    .option("--raw", "as it was written: nothing cut, no line broken")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes sessions show latest | less -R",
        "hermes sessions show Why does the test fail",
        "hermes sessions show 20261121-12 --around 123",
      ]),
    )
    .action(async (wanted: readonly string[], flags: ShowOptions) => {
      end(await (await import("../commands/sessions/show.ts")).showSession(wanted, flags, host));
    });
}

function addChanging(sessions: Command, host: Host, end: (code: number) => void): void {
  sessions
    .command("rename")
    .description("give a conversation a title")
    .argument("<id>", "its id, the beginning of it, its title, or latest")
    .argument("<title...>", "the new title")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes sessions rename latest Trip to Kraków"]))
    .action(async (wanted: string, words: readonly string[], flags: ChangeOptions) => {
      end(await (await import("../commands/sessions/change.ts")).renameSession(wanted, words, flags, host));
    });
  sessions
    .command("tag")
    .description("put tags on a conversation, take them off, or see them")
    .argument("<id>", "its id, the beginning of it, its title, or latest")
    .argument("[tags...]", "+tag puts one on, -tag takes it off")
    // A tag to take off looks like an option.
    .allowUnknownOption()
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes sessions tag latest +work +urgent", "hermes sessions tag 20261121-12 -urgent"]),
    )
    .action(async (wanted: string, changes: readonly string[], flags: ChangeOptions) => {
      end(await (await import("../commands/sessions/change.ts")).tagSession(wanted, changes, flags, host));
    });
}

function addRemoving(sessions: Command, host: Host, end: (code: number) => void): void {
  sessions
    .command("delete")
    .description("delete conversations for good, after a question")
    .argument("<id...>", "ids, beginnings of ids, titles, or latest")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes sessions delete latest", "hermes sessions delete 20261121-12 --yes"]),
    )
    .action(async (wanted: readonly string[], flags: DeleteOptions) => {
      end(await (await import("../commands/sessions/delete.ts")).deleteSessions(wanted, flags, host));
    });
  sessions
    .command("prune")
    .description("delete conversations that were not used for long, after a question")
    .requiredOption("--older-than <age>", "not used for so long: 90d, 12w, 6mo, 1y", age)
    .option("--platform <name>", "only those of a platform")
    .option("--dry-run", "only say what would be deleted")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes sessions prune --older-than 1y --dry-run",
        "hermes sessions prune --older-than 90d --platform telegram",
      ]),
    )
    .action(async (flags: PruneOptions) => {
      end(await (await import("../commands/sessions/delete.ts")).pruneSessions(flags, host));
    });
}

function timeOptions(command: Command): Command {
  return command
    .option("--platform <name>", "only of this platform: cli, telegram, …")
    .option("--tag <name>", "only with this tag")
    .option("--since <time>", "from 2026-01-31 on, or the last 7d", since)
    .option("--until <time>", "to 2026-01-31, or before the last 7d", until);
}
