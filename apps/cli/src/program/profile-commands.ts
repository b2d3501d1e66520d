import type { Command } from "commander";
import type { AliasFlags } from "../commands/profile/alias.ts";
import type { CreateFlags } from "../commands/profile/create.ts";
import type { DeleteFlags } from "../commands/profile/delete.ts";
import type { ExportFlags } from "../commands/profile/export.ts";
import type { ImportFlags } from "../commands/profile/import.ts";
import type { ProfileFlags } from "../commands/profile/show.ts";
import { usageError } from "../failure.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes profile`. Its commands are declared when one of them is asked for. */
export function addProfile(program: Command, host: Host, end: (code: number) => void): void {
  const profile = program
    .command("profile")
    .description("homes beside each other, each with its own keys, sessions, memory and messengers")
    .helpCommand(false);
  program.hook("preSubcommand", (_program, chosen) => {
    if (chosen !== profile) return;
    addLooking(profile, host, end);
    addMaking(profile, host, end);
    addAlias(profile, { host, commands: program.commands.map((command) => command.name()) }, end);
    addMoving(profile, host, end);
  });
}

function addLooking(profile: Command, host: Host, end: (code: number) => void): void {
  profile
    .option("--json", "as JSON")
    .enablePositionalOptions()
    .addHelpText(
      "after",
      examples([
        "hermes profile",
        "hermes profile create work --clone",
        "hermes -p work",
        "hermes profile use work",
      ]),
    )
    .argument("[word]", "")
    .usage("[options] [command]")
    .action(async (word: string | undefined, flags: ProfileFlags) => {
      if (word !== undefined) await refuseWord(profile, word);
      end(await (await import("../commands/profile/show.ts")).showProfile(undefined, flags, host));
    });
  profile
    .command("list")
    .description("all profiles; * is the one that is used now")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile list"]))
    .action(async (flags: ProfileFlags) => {
      end((await import("../commands/profile/show.ts")).listProfiles(flags, host));
    });
  profile
    .command("show")
    .description("what a profile is made of, and what runs in it")
    .argument("[name]", "without: the one that is used now")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile show work"]))
    .action(async (name: string | undefined, flags: ProfileFlags) => {
      end(await (await import("../commands/profile/show.ts")).showProfile(name, flags, host));
    });
  profile
    .command("use")
    .description("use a profile for all commands from now on; -p names another one for one command")
    .argument("<name>", "default is the home that has the others")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile use work", "hermes profile use default"]))
    .action(async (name: string, flags: ProfileFlags) => {
      end(await (await import("../commands/profile/use.ts")).useProfile(name, flags, host));
    });
}

async function refuseWord(profile: Command, word: string): Promise<never> {
  const { nearest } = await import("@hermes/registry");
  const near = nearest(
    word,
    profile.commands.map((command) => command.name()),
  );
  throw usageError(
    `There is no command "profile ${word}".${near === undefined ? "" : ` Did you mean ${near}?`} A profile is shown with: hermes profile show ${word}`,
  );
}

function addMaking(profile: Command, host: Host, end: (code: number) => void): void {
  profile
    .command("create")
    .description("make a profile: empty, or from another one")
    .argument("<name>", "lower case letters, digits, - and _")
    .option(
      "--clone [from]",
      "with config.yaml, .env, SOUL.md, skills and memories of another one, without its messengers (default: the one that is used now)",
    )
    .option("--clone-all [from]", "with everything but conversations, backups, caches and rules")
    .option("--use", "use it from now on")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes profile create work",
        "hermes profile create work --clone --use",
        "hermes profile create copy --clone-all work",
      ]),
    )
    .action(async (name: string, flags: CreateFlags) => {
      end(await (await import("../commands/profile/create.ts")).createProfile(name, flags, host));
    });
  profile
    .command("delete")
    .description("delete a profile with all that is in it, after its name was typed")
    .argument("<name>")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile delete work"]))
    .action(async (name: string, flags: DeleteFlags) => {
      end(await (await import("../commands/profile/delete.ts")).deleteProfile(name, flags, host));
    });
  profile
    .command("rename")
    .description("give a profile another name")
    .argument("<name>")
    .argument("<new-name>")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile rename work office"]))
    .action(async (from: string, to: string, flags: ProfileFlags) => {
      end(await (await import("../commands/profile/rename.ts")).renameProfile([from, to], flags, host));
    });
}

function addAlias(
  profile: Command,
  context: { readonly host: Host; readonly commands: readonly string[] },
  end: (code: number) => void,
): void {
  profile
    .command("alias")
    .description("make a command for a profile in ~/.local/bin: work for hermes -p work")
    .argument("<profile>")
    .option("--name <name>", "of the command (default: that of the profile)")
    .option("--remove", "take its commands away again")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes profile alias work", "hermes profile alias work --name w"]))
    .action(async (name: string, flags: AliasFlags) => {
      end((await import("../commands/profile/alias.ts")).aliasProfile(name, flags, context));
    });
}

function addMoving(profile: Command, host: Host, end: (code: number) => void): void {
  profile
    .command("export")
    .description("write a profile into an archive, without keys, messengers and conversations")
    .argument("[name]", "without: the one that is used now")
    .option("--out <file>", "where to (default: hermes-profile-NAME.tar.gz in this folder)")
    .option("--force", "replace a file that is there")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes profile export work", "hermes profile export work --out work.tar.gz"]),
    )
    .action(async (name: string | undefined, flags: ExportFlags) => {
      end(await (await import("../commands/profile/export.ts")).exportProfile(name, flags, host));
    });
  profile
    .command("import")
    .description("make a profile from an archive, after a question")
    .argument("<file>", "what hermes profile export wrote")
    .option("--name <name>", "of the profile (default: as it was called)")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes profile import work.tar.gz", "hermes profile import work.tar.gz --name job"]),
    )
    .action(async (file: string, flags: ImportFlags) => {
      end(await (await import("../commands/profile/import.ts")).importProfile(file, flags, host));
    });
}
