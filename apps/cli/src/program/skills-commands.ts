import { Option, type Command } from "commander";
import type { CheckFlags } from "../commands/skills/check.ts";
import type { CreateFlags } from "../commands/skills/create.ts";
import type { DeleteFlags } from "../commands/skills/delete.ts";
import type { RunSkillsCommand } from "../commands/skills/skills-context.ts";
import type { EditFlags } from "../commands/skills/edit.ts";
import type { ListFlags } from "../commands/skills/list.ts";
import type { ScanFlags } from "../commands/skills/scan.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";
import { addHub } from "./skills-hub-commands.ts";

interface Json {
  readonly json?: boolean | undefined;
}

/** `hermes skills`. */
export function addSkills(program: Command, host: Host, end: (code: number) => void): void {
  const skills = program
    .command("skills")
    .description("what the agent knows how to do: see, write, check and install skills")
    .helpCommand(false);
  fillSkills(skills, "hermes skills", async (work) => {
    const { openSkillsContext } = await import("../commands/skills/open-skills-context.ts");
    await using context = await openSkillsContext(host);
    end(await work(context));
  });
}

/** The commands about skills, the same at a shell and in a session. */
export function fillSkills(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  addLooking(skills, name, runSkillsCommand);
  addWriting(skills, name, runSkillsCommand);
  addHub(skills, name, runSkillsCommand);
}

function addLooking(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  skills
    .command("list")
    .description("what skills there are, what for, where from and how they stand")
    .addOption(
      new Option("--source <name>", "only of this kind").choices(["bundled", "hub", "user", "project"]),
    )
    .option("--category <name>", "only of this category and those below it")
    .option("--query <words>", "only what fits these words, best first")
    .option("--all", "with those that can't be used here, and why")
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${name} list`, `${name} list --all --query docker --json`]))
    .action((flags: ListFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/list.ts")).listSkills(flags, context),
      ),
    );
  skills
    .command("show")
    .alias("view")
    .description("a skill as it is, or one of its files")
    .argument("<name>", "a name, category/name or source:name")
    .argument("[file]", "such as references/api.md")
    .option("--json", "as JSON, with use and problems")
    .action((wanted: string, file: string | undefined, flags: Json) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/show.ts")).showSkill(wanted, file, flags, context),
      ),
    );
  skills
    .command("check")
    .description("hold skills against the format; exit code 1 when something is wrong")
    .argument("[skills...]", "names or folders; without one, all of them")
    .option("--run", "run their own check scripts too, where scripts run")
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${name} check`, `${name} check ./my-skill --run`]))
    .action((wanted: readonly string[], flags: CheckFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/check.ts")).checkSkills(wanted, flags, context),
      ),
    );
  skills
    .command("review")
    .description("what to merge, retire, repair or prove; nothing is done about it")
    .option("--run", "run the checks of skills that the agent made first")
    .option("--json", "as JSON")
    .action((flags: Json & { readonly run?: boolean }) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/review.ts")).reviewSkills(flags, context),
      ),
    );
  skills
    .command("scan")
    .description("look for harm in a folder with a skill; a scanner, and no proof of the opposite")
    .argument("<path>", "a folder with a SKILL.md")
    .addOption(
      new Option("--trust <level>", "whose it is")
        .choices(["builtin", "trusted", "community", "agent"])
        .default("community"),
    )
    .addOption(new Option("--sarif", "as SARIF 2.1.0, for code hosts and editors").conflicts("json"))
    .option("--json", "as JSON")
    .addHelpText("after", examples([`${name} scan ./downloaded-skill`]))
    .action((path: string, flags: ScanFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/scan.ts")).scanFolder(path, flags, context),
      ),
    );
}

function addWriting(skills: Command, name: string, runSkillsCommand: RunSkillsCommand): void {
  skills
    .command("create")
    .description("write a skill in your editor, or take one from a file")
    .argument("[name]", "lower-case letters, digits and hyphens; else as its text says")
    .option("--from-file <file>", "a SKILL.md; - is standard input")
    .option("--category <name>", "a folder for it, such as devops")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([`${name} create deploy-app --category devops`, `${name} create --from-file SKILL.md`]),
    )
    .action((wanted: string | undefined, flags: CreateFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/create.ts")).createSkill(wanted, flags, context),
      ),
    );
  skills
    .command("edit")
    .description(
      "change a skill in your editor ($VISUAL, $EDITOR), or by flags; it is checked before it is put in place",
    )
    .argument("<name>", "a name, category/name or source:name")
    .option("--description <text>", "what it does and when to use it")
    .option("--body-file <file>", "new instructions, the front matter stays; - is standard input")
    .option("--from-file <file>", "a whole SKILL.md; - is standard input")
    .option("--old <text>", "a text that is there once, …")
    .option("--new <text>", "… and what takes its place")
    .option("--replace-all", "with --old: everywhere")
    .option("-y, --yes", "do not ask about the difference that flags make")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        `${name} edit deploy-app`,
        `${name} edit deploy-app --old "npm run build" --new "pnpm build"`,
        `${name} edit deploy-app --body-file notes.md --yes`,
      ]),
    )
    .action((wanted: string, flags: EditFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/edit.ts")).editSkill(wanted, flags, context),
      ),
    );
  skills
    .command("delete")
    .description("put a skill into the archive")
    .argument("<name>", "a name, category/name or source:name")
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action((wanted: string, flags: DeleteFlags) =>
      runSkillsCommand(async (context) =>
        (await import("../commands/skills/delete.ts")).deleteSkill(wanted, flags, context),
      ),
    );
}
