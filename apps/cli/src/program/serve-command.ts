import { Option } from "commander";
import type { Command } from "commander";
import type { Role } from "@hermes/client/contract";
import type { ServeFlags } from "../commands/serve/serve.ts";
import type { TokenFlags } from "../commands/serve/tokens.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";
import { portOf } from "./port-of.ts";

/** `hermes serve`. */
export function addServe(program: Command, host: Host, end: (code: number) => void): void {
  const serve = program
    .command("serve")
    .description("the agent over HTTP: OpenAI's API, its own, and a WebSocket, behind a token")
    .option("--port <number>", "port to listen on; 0: any that is free (default: api.port, else 0)", portOf)
    .option("--host <address>", "address to listen on (default: api.host, else 127.0.0.1)")
    .option("--allowed-host <name...>", "a name by which it is reached besides localhost, behind a proxy")
    .option(
      "--token <text>",
      "of its owner; better in HERMES_API_TOKEN (default: one that the home keeps, made at the first start)",
    )
    .option("--tls-cert <file>", "certificate as PEM, with those that it depends on; HTTPS instead of HTTP")
    .option("--tls-key <file>", "key of the certificate as PEM")
    .option("--insecure", "serve on another address than this machine's own without a certificate")
    .option("--show-token", "print the token that the home keeps, and end")
    .addHelpText(
      "after",
      examples([
        "hermes serve --port 8642",
        "hermes serve --show-token",
        "hermes serve token add phone --role user",
        "hermes serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
      ]),
    )
    .action(async (flags: ServeFlags) => {
      end(await (await import("../commands/serve/serve.ts")).serve(flags, host));
    });
  const token = serve.command("token").description("who else may come in, and as what").helpCommand(false);
  token
    .command("add")
    .description("let somebody in; the token is printed once")
    .argument("<name>", "whose it is")
    .addOption(
      new Option(
        "--role <role>",
        "user: speaks in sessions of its own; read-only: sees what you see; owner: all",
      )
        .choices(["user", "read-only", "owner"] satisfies readonly Role[])
        .default("user"),
    )
    .option("--json", "as JSON")
    .action(async (name: string, flags: TokenFlags & { readonly role: Role }) => {
      end(await (await import("../commands/serve/tokens.ts")).addToken(name, flags, host));
    });
  token
    .command("list")
    .description("whose tokens there are")
    .option("--json", "as JSON")
    .action(async (flags: TokenFlags) => {
      end(await (await import("../commands/serve/tokens.ts")).listTokens(flags, host));
    });
  token
    .command("remove")
    .description("let somebody in no more, from the next start of a server on")
    .argument("<name>", "whose it is")
    .action(async (name: string) => {
      end(await (await import("../commands/serve/tokens.ts")).removeToken(name, host));
    });
}
