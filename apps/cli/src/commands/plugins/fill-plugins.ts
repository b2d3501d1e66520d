import type { Command } from "commander";
import { examples, several } from "../../program/option-values.ts";
import { createPlugin, type CreateFlags } from "./create/create.ts";
import type { DecideFlags } from "./decide.ts";
import { disablePlugin, enablePlugin } from "./enable.ts";
import { installPlugin, type InstallFlags } from "./install.ts";
import { listPlugins } from "./list.ts";
import type { PluginsDesk } from "./plugins-desk.ts";
import { removePlugin, type RemoveFlags } from "./remove.ts";
import { showPlugin } from "./show.ts";
import { testPlugin, type TestFlags } from "./test.ts";

interface JsonFlag {
  readonly json?: boolean;
}

const digestText = "of what you have seen, as show and install print it";
const noJailText = "its process may do all that you can: for machines without a jail";

/** Declares the commands of `hermes plugins`, which are a file of their own: no other start reads them. */
export function fillPlugins(plugins: Command, desk: PluginsDesk, end: (code: number) => void): void {
  addLooking(plugins, desk, end);
  addDeciding(plugins, desk, end);
  addWriting(plugins, desk, end);
}

function addLooking(plugins: Command, desk: PluginsDesk, end: (code: number) => void): void {
  plugins
    .command("list")
    .description("every plug-in with its state and what it gives; starts none")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes plugins list", "hermes plugins list --json"]))
    .action(async (flags: JsonFlag) => {
      end(await listPlugins(flags, desk));
    });
  plugins
    .command("show")
    .description("what a plug-in gives, what it may do, its settings and where it comes from")
    .argument("<name>", "as hermes plugins list shows it; or a folder")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes plugins show weather", "hermes plugins show ./weather"]))
    .action(async (name: string, flags: JsonFlag) => {
      end(await showPlugin(name, flags, desk));
    });
}

function addDeciding(plugins: Command, desk: PluginsDesk, end: (code: number) => void): void {
  plugins
    .command("install")
    .description("show what a plug-in may do, ask, and install it; an installed one is replaced")
    .argument("<source>", "a folder, npm:NAME[@VERSION], or a .tgz of npm pack")
    .option("--no-jail", noJailText)
    .option("--yes", "do not ask; with --digest")
    .option("--digest <hex>", digestText)
    .option("--json", "what was installed as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes plugins install ./weather",
        "hermes plugins install npm:hermes-plugin-weather",
        "hermes plugins install npm:hermes-plugin-weather@1.2.0 --yes --digest 9f86d0…",
      ]),
    )
    .action(async (source: string, flags: InstallFlags) => {
      end(await installPlugin(source, flags, desk));
    });
  plugins
    .command("remove")
    .description("remove a plug-in of the home with what it has kept")
    .argument("<name>", "as hermes plugins list shows it")
    .option("--yes", "do not ask")
    .addHelpText("after", examples(["hermes plugins remove weather"]))
    .action(async (name: string, flags: RemoveFlags) => {
      end(await removePlugin(name, flags, desk));
    });
  plugins
    .command("enable")
    .description("agree to a plug-in as it is now; shows it first")
    .argument("<name>", "as hermes plugins list shows it")
    .option("--no-jail", noJailText)
    .option("--yes", "do not ask; with --digest")
    .option("--digest <hex>", digestText)
    .addHelpText("after", examples(["hermes plugins enable weather"]))
    .action(async (name: string, flags: DecideFlags) => {
      end(await enablePlugin(name, flags, desk));
    });
  plugins
    .command("disable")
    .description("use a plug-in no more; its files stay, and nobody is asked again")
    .argument("<name>", "as hermes plugins list shows it")
    .addHelpText("after", examples(["hermes plugins disable weather"]))
    .action(async (name: string) => {
      end(await disablePlugin(name, desk));
    });
}

function addWriting(plugins: Command, desk: PluginsDesk, end: (code: number) => void): void {
  plugins
    .command("create")
    .description("write a small plug-in that works, into a new folder here")
    .argument("<name>", "its name: small letters, digits and -")
    .option("--kind <kind>", "what it gives, such as tools, hooks or search; may be given again", several)
    .option("--js", "in JavaScript instead of TypeScript")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes plugins create weather", "hermes plugins create notes --kind tools --kind commands"]),
    )
    .action(async (name: string, flags: CreateFlags) => {
      end(await createPlugin(name, flags, desk.host));
    });
  plugins
    .command("test")
    .description("start a plug-in and check that it keeps to the contract; a line for each check")
    .argument("<name>", "as hermes plugins list shows it; or a folder")
    .option("--no-jail", noJailText)
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes plugins test ./weather", "hermes plugins test weather --json"]))
    .action(async (name: string, flags: TestFlags) => {
      end(await testPlugin(name, flags, desk));
    });
}
