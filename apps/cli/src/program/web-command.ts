import type { Command } from "commander";
import type { WebFlags } from "../commands/serve/web.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";
import { portOf } from "./port-of.ts";

/** `hermes web`. */
export function addWeb(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("web")
    .description("the agent in a browser: opens its page, and serves it until Ctrl-C")
    .option("--port <number>", "port to listen on (default: api.port, else 9119)", portOf)
    .option("--no-open", "print the link, and open no browser")
    .option("--qr", "show the link as a QR code, for a phone")
    .option("--url <address>", "by which it is reached from elsewhere, as through a tunnel: links lead there")
    .option("--host <address>", "address to listen on (default: api.host, else 127.0.0.1)")
    .option("--allowed-host <name...>", "a name by which it is reached besides localhost, behind a proxy")
    .option("--tls-cert <file>", "certificate as PEM, with those that it depends on; HTTPS instead of HTTP")
    .option("--tls-key <file>", "key of the certificate as PEM")
    .option("--insecure", "serve on another address than this machine's own without a certificate")
    .addHelpText(
      "after",
      examples([
        "hermes web",
        "hermes web --no-open --port 9000",
        "hermes web --qr --url https://home.example",
      ]),
    )
    .action(async (flags: WebFlags) => {
      end(await (await import("../commands/serve/web.ts")).web(flags, host));
    });
}
