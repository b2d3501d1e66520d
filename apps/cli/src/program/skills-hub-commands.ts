import type { Command } from "commander";
import type { RunSkillsCommand } from "../commands/skills/skills-context.ts";
import type { BrowseFlags } from "../commands/skills/hub/browse.ts";
import type { InstallFlags } from "../commands/skills/hub/install.ts";
import type { PublishFlags } from "../commands/skills/hub/publish.ts";
import type { UpdateFlags } from "../commands/skills/hub/update.ts";
import { examples, wholeNumber } from "./option-values.ts";

interface Flags {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** What finds, installs and keeps up to date the skills of others. */
export function addHub(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  addFinding(skills, name, runSkillsCommand);
  addInstalling(skills, name, runSkillsCommand);
  addSharing(skills, name, runSkillsCommand);
}

function addFinding(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  skills
    .command("browse")
    .description("what can be installed")
    .option("--source <id>", "only from this one, such as official, github or clawhub")
    .option("--limit <number>", "at most so many", wholeNumber)
    .option("--cursor <text>", "the next page, as the one before said")
    .option("--json", "as JSON")
    .action((flags: BrowseFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/browse.ts")).browseHub(flags, context),
      ),
    );
  skills
    .command("search")
    .description("find skills to install")
    .argument("<query...>", "words")
    .option("--source <id>", "only in this one")
    .option("--limit <number>", "at most so many", wholeNumber)
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${name} search kubernetes`]))
    .action((query: readonly string[], flags: BrowseFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/browse.ts")).searchHub(query.join(" "), flags, context),
      ),
    );
  skills
    .command("inspect")
    .description("files, scan and text of a skill that can be installed; writes nothing")
    .argument("<reference>", "as browse and search show it")
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${name} inspect github:openai/skills/skills/pdf`]))
    .action((reference: string, flags: Flags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/inspect.ts")).inspectSkill(reference, flags, context),
      ),
    );
}

function addInstalling(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  skills
    .command("install")
    .description("fetch, scan, show and, after a question, install a skill, or a pack that comes with Hermes")
    .argument("<reference...>", "as browse and search show it; or the name of a pack, such as devops")
    .option("--category <name>", "a folder for it, such as devops")
    .option("--force", "also what the scan blocks, unless a finding is critical")
    .option("-y, --yes", "do not ask about what the scan lets through")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([`${name} install devops`, `${name} install official:devops/kubernetes-triage`]),
    )
    .action((references: readonly string[], flags: InstallFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/install.ts")).installSkills(references, flags, context),
      ),
    );
  skills
    .command("update")
    .description("bring installed skills up to date; what you edited stays")
    .argument("[names...]", "without a name, all of them")
    .option("--check", "only say what there is")
    .option("--force", "also what the scan blocks, unless a finding is critical")
    .option("-y, --yes", "do not ask about what the scan lets through")
    .option("--json", "as JSON")
    .action((names: readonly string[], flags: UpdateFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/update.ts")).updateSkills(names, flags, context),
      ),
    );
  skills
    .command("audit")
    .description("scan what is installed again, as it is now")
    .argument("[names...]", "without a name, all of them")
    .option("--json", "as JSON")
    .action((names: readonly string[], flags: Flags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/audit.ts")).auditSkills(names, flags, context),
      ),
    );
  skills
    .command("uninstall")
    .description("put an installed skill into the archive")
    .argument("<name>", "its name")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action((wanted: string, flags: Flags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/uninstall.ts")).uninstallSkill(wanted, flags, context),
      ),
    );
}

function addSharing(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  skills
    .command("publish")
    .description("offer a skill of yours to a repository, as a pull request")
    .argument("<name>", "its name")
    .requiredOption("--repo <owner/name>", "the repository")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action((wanted: string, flags: PublishFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/publish.ts")).publishSkill(wanted, flags, context),
      ),
    );
  const snapshot = skills
    .command("snapshot")
    .description("what is installed, for another machine")
    .helpCommand(false);
  snapshot
    .command("export")
    .description("references, revisions and hashes as JSON")
    .argument("[file]", "where to; else to standard output")
    .option("--force", "replace a file that is there")
    .action((file: string | undefined, flags: { readonly force?: boolean }) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/snapshot.ts")).exportSnapshot(file, flags, context),
      ),
    );
  snapshot
    .command("import")
    .description("install what an export names, each scanned and asked for")
    .argument("<file>", "what export wrote")
    .option("--force", "also what the scan blocks, unless a finding is critical")
    .option("-y, --yes", "do not ask about what the scan lets through")
    .option("--json", "as JSON")
    .action((file: string, flags: InstallFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/snapshot.ts")).importSnapshot(file, flags, context),
      ),
    );
  const tap = skills.command("tap").description("repositories that are searched").helpCommand(false);
  tap
    .command("list")
    .description("all of them")
    .option("--json", "as JSON")
    .action((flags: Flags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/taps.ts")).listTaps(flags, context),
      ),
    );
  tap
    .command("add")
    .description("search one more")
    .argument("<owner/name>", "a repository on GitHub")
    .option("--path <folder>", "where skills begin in it")
    .addHelpText("after", examples([`${name} tap add my-team/skills --path skills`]))
    .action((repo: string, flags: { readonly path?: string }) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/taps.ts")).addTap(repo, flags, context),
      ),
    );
  tap
    .command("remove")
    .description("search one less")
    .argument("<owner/name>", "a repository on GitHub")
    .action((repo: string) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/hub/taps.ts")).removeTap(repo, context),
      ),
    );
}
