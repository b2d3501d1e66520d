import type { Command } from "commander";
import type { LoginFlags } from "../commands/auth/login.ts";
import type { LogoutFlags } from "../commands/auth/logout.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes login` and `hermes logout`. */
export function addLogin(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("login")
    .description("log in to a provider of models: nous, openrouter, huggingface, or one of your settings")
    .argument("[provider]", "nous and huggingface show a code for any device, openrouter opens a browser")
    .option("--browser", "in a browser, where the provider has both ways")
    .option("--no-open", "only print the address: open no browser")
    .option("--label <name>", "what you call it; another name keeps a second login beside the first")
    .option("--base-url <url>", "the only server that it is sent to; without one, the provider's own")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
huggingface needs a client of your own: logins.huggingface.client_id.
The flows are built from what the providers have published. None was tried against the service itself.
${examples(["hermes login nous", "hermes login openrouter --no-open", "hermes auth status"])}`,
    )
    .action(async (provider: string | undefined, flags: LoginFlags) => {
      end(await (await import("../commands/auth/login.ts")).logIn(provider, flags, host));
    });
  program
    .command("logout")
    .description("forget the logins to a provider; where it documents a way, they are ended there too")
    .argument("[provider]", "only needed where there are logins to several")
    .option("--json", "as JSON")
    .action(async (provider: string | undefined, flags: LogoutFlags) => {
      end(await (await import("../commands/auth/logout.ts")).logOut(provider, flags, host));
    });
}
