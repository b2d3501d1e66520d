import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { checkConfig } from "./check.ts";
import { editConfig } from "./edit.ts";
import { getSetting } from "./get.ts";
import { migrateConfig, type MigrateFlags } from "./migrate.ts";
import { printExample, printPath } from "./paths.ts";
import { setSetting } from "./set.ts";
import { showConfig, type ShowFlags } from "./show.ts";
import { unsetSetting } from "./unset.ts";

interface JsonFlag {
  readonly json?: boolean | undefined;
}

const key = "such as agent.max_turns, or a variable such as OPENROUTER_API_KEY";

/** Declares the commands of `hermes config`. */
export function fillConfig(config: Command, desk: GatewayDesk, end: (code: number) => void): void {
  config.addHelpText(
    "after",
    examples(["hermes config show", "hermes config set agent.max_turns 60", "hermes config edit"]),
  );
  addReading(config, desk, end);
  addChanging(config, desk, end);
  addChecking(config, desk, end);
}

function addReading(config: Command, desk: GatewayDesk, end: (code: number) => void): void {
  config
    .command("show")
    .description("what is set, and where it comes from; secrets are never shown")
    .argument("[section]", "only this part, such as terminal")
    .option("--all", "also what is not set, with its default")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes config show", "hermes config show terminal --all"]))
    .action(async (section: string | undefined, flags: ShowFlags) =>
      end(await showConfig(section, flags, desk)),
    );
  config
    .command("get")
    .description("the value of one setting: what is set, else its default")
    .argument("<key>", key)
    .option("--json", "as JSON, with where it comes from")
    .addHelpText("after", examples(["hermes config get terminal.backend"]))
    .action(async (name: string, flags: JsonFlag) => end(await getSetting(name, flags, desk)));
  config
    .command("path")
    .description("where config.yaml is")
    .action(async () => end(await printPath("config", desk)));
  config
    .command("env-path")
    .description("where .env is, which holds keys")
    .action(async () => end(await printPath("env", desk)));
  config
    .command("example")
    .description("a config.yaml of all settings, as comments")
    .addHelpText("after", examples(["hermes config example | less"]))
    .action(() => end(printExample(desk)));
}

function addChanging(config: Command, desk: GatewayDesk, end: (code: number) => void): void {
  config
    .command("set")
    .description("write a setting into config.yaml, or a variable into .env")
    .argument("<key>", key)
    .argument(
      "[value...]",
      "lists as a, b or as words; sections as JSON; a secret is asked for when left out",
    )
    .option("--json", "say as JSON what was written")
    // Values may begin with a dash.
    .allowUnknownOption()
    .addHelpText(
      "after",
      examples([
        "hermes config set terminal.backend docker",
        "hermes config set toolsets terminal, file, web",
        `hermes config set models.my-model '{"context_length": 32000}'`,
        "hermes config set OPENROUTER_API_KEY",
      ]),
    )
    .action(async (name: string, words: readonly string[], flags: JsonFlag) =>
      end(await setSetting(name, words, flags, desk)),
    );
  config
    .command("unset")
    .description("take a setting or a variable away")
    .argument("<key>", key)
    .option("--json", "say as JSON what was taken away")
    .addHelpText("after", examples(["hermes config unset terminal.timeout"]))
    .action(async (name: string, flags: JsonFlag) => end(await unsetSetting(name, flags, desk)));
  config
    .command("edit")
    .description("open config.yaml in your editor; it is checked before it is kept")
    .addHelpText("after", examples(["EDITOR=nano hermes config edit"]))
    .action(async () => end(await editConfig(desk)));
}

function addChecking(config: Command, desk: GatewayDesk, end: (code: number) => void): void {
  config
    .command("check")
    .description("every problem and warning, with its line; fails where there is a problem")
    .option("--json", "as JSON")
    .action(async (flags: JsonFlag) => end(await checkConfig(flags, desk)));
  config
    .command("migrate")
    .description("write what the Python original keeps elsewhere in its place here")
    .option("--dry-run", "only show what would change")
    .option("-y, --yes", "without a question")
    .addHelpText("after", examples(["hermes config migrate --dry-run"]))
    .action(async (flags: MigrateFlags) => end(await migrateConfig(flags, desk)));
}
