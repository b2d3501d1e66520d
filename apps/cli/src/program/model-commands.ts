import type { Command } from "commander";
import type { ModelFlags } from "../commands/model/model.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

const load = async () => await import("../commands/model/model.ts");

/** `hermes model`. */
export function addModel(program: Command, host: Host, end: (code: number) => void): void {
  const model = program
    .command("model")
    .description("see which models there are, what they cost and can, and choose one")
    .helpCommand(false);
  listOptions(model.command("list"))
    .description("the models of your providers; * is the one that sessions use")
    .addHelpText("after", examples(["hermes model list", "hermes model list --provider anthropic --json"]))
    .action(async (flags: ModelFlags) => end(await (await load()).listModels(undefined, flags, host)));
  listOptions(model.command("search"))
    .description("models with all these words in their name")
    .argument("<words...>")
    .addHelpText("after", examples(["hermes model search claude sonnet"]))
    .action(async (words: readonly string[], flags: ModelFlags) =>
      end(await (await load()).listModels(words.join(" "), flags, host)),
    );
  oneOptions(model.command("show"))
    .description("everything known of one model, and where it comes from")
    .argument("[name]", "as its provider calls it; without: the one that sessions use")
    .addHelpText("after", examples(["hermes model show", "hermes model show gpt-5.2 --json"]))
    .action(async (name: string | undefined, flags: ModelFlags) =>
      end(await (await load()).showModel(name, flags, host)),
    );
  oneOptions(model.command("set"))
    .description("write the model into config.yaml, for sessions that begin from now on")
    .argument("<name>", "as its provider calls it")
    .addHelpText("after", examples(["hermes model set gpt-5.2 --provider openai"]))
    .action(async (name: string, flags: ModelFlags) => end(await (await load()).setModel(name, flags, host)));
}

function oneOptions(command: Command): Command {
  return command
    .option("--provider <name>", "of this provider, such as openrouter or anthropic")
    .option("--json", "as JSON");
}

function listOptions(command: Command): Command {
  return oneOptions(command).option("--refresh", "ask the providers now, each with its own key");
}
