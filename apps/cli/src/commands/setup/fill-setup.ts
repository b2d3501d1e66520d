import type { Command } from "commander";
import type { Host } from "../../host.ts";
import { examples, wholeNumber } from "../../program/option-values.ts";
import type { SetupFlags } from "./setup-flags.ts";
import { setup } from "./setup.ts";

/** Declares `hermes setup`. */
export function fillSetup(command: Command, host: Host, end: (code: number) => void): void {
  command
    .argument("[part]", "model, terminal, chats, tools or memory; without: all of them in turn")
    .option("--provider <name>", "where the model is had, such as openrouter, anthropic or ollama")
    .option("--model <name>", "as the provider calls it; without: its default")
    .option("--base-url <url>", "of an OpenAI-compatible server, such as http://127.0.0.1:8080/v1")
    .option("--api-key-env <name>", "the variable that holds the key; a key is never an argument")
    .option("--backend <name>", "where commands run, such as local or docker")
    .option("--timeout <seconds>", "how long the model may take to answer the trial", wholeNumber)
    .option("--no-check", "write it without a trial")
    .option("--non-interactive", "ask nothing: flags, environment and a key from a pipe say it all")
    .option("--json", "tell what was set as JSON; asks nothing")
    .addHelpText(
      "after",
      `
Key and model are tried with one small request before anything is written.
${examples([
  "hermes setup",
  "hermes setup model",
  "hermes setup --non-interactive --provider anthropic < key.txt",
  "hermes setup --non-interactive --provider ollama --model qwen3 --backend docker --json",
])}`,
    )
    .action(async (part: string | undefined, flags: SetupFlags) => {
      end(await setup(part, flags, host));
    });
}
