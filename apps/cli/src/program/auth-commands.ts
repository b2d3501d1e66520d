import type { Command } from "commander";
import type { AddFlags } from "../commands/auth/add.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

interface JsonFlag {
  readonly json?: boolean;
}

/** `hermes auth`. */
export function addAuth(program: Command, host: Host, end: (code: number) => void): void {
  const auth = program
    .command("auth")
    .description("keys of model providers, several for each")
    .helpCommand(false);
  auth
    .command("add")
    .description("keep a key; it is asked for without being shown, or read from standard input")
    .argument("<provider>", "whose key it is: openrouter, anthropic, openai, …, or custom")
    .option("--label <name>", "what you call it")
    .option("--base-url <url>", "the only server that it is sent to; without one, the provider's own")
    .option("--check", "ask the provider for its models with the key, before it is kept")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes auth add openrouter --label work",
        "pass show openai | hermes auth add openai --check",
      ]),
    )
    .action(async (provider: string, flags: AddFlags) => {
      end(await (await import("../commands/auth/add.ts")).addKey(provider, flags, host));
    });
  auth
    .command("list")
    .description("every key with its state; of the key itself only the end")
    .argument("[provider]", "only of this one")
    .option("--json", "as JSON")
    .action(async (provider: string | undefined, flags: JsonFlag) => {
      end(await (await import("../commands/auth/list.ts")).listKeys(provider, flags, host));
    });
  auth
    .command("remove")
    .description("forget a key")
    .argument("<key>", "its label or its id, as hermes auth list shows them")
    .option("--json", "as JSON")
    .action(async (name: string, flags: JsonFlag) => {
      end(await (await import("../commands/auth/remove.ts")).removeKey(name, flags, host));
    });
  auth
    .command("status")
    .description("which model answers next with which key, and who stands in")
    .option("--json", "as JSON")
    .action(async (flags: JsonFlag) => {
      end(await (await import("../commands/auth/status.ts")).showStatus(flags, host));
    });
}
