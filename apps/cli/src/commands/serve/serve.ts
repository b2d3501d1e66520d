import { loadSettings } from "@hermes/config";
import type { LoadedSettings, Settings } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import type { HttpOptions } from "@hermes/runtime";
import { readFile } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { isIPv6 } from "node:net";
import { openRuntime } from "../../chat/open-runtime.ts";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible, untilAborted } from "../../interruptible.ts";
import { printRemark } from "../../render/print.ts";
import { pageFolder } from "../../page-folder.ts";
import { version } from "../../version.ts";
import { registerServer } from "./running-server.ts";

export interface ServeFlags {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly allowedHost?: readonly string[] | undefined;
  readonly token?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly insecure?: boolean | undefined;
  readonly showToken?: boolean | undefined;
}

export interface ServeOptions {
  /** Where neither a flag nor a setting names one. @default any that is free */
  readonly port?: number | undefined;
  /** Called once it listens. @default says where, with a link for a browser */
  readonly onReady?: ((server: ReadyServer) => Promise<void>) | undefined;
}

export interface ReadyServer {
  readonly origin: string;
  /** Makes a link that lets one browser in. @returns Its path. */
  createLink(): string;
}

const minTokenChars = 16;
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);
/** Errors of what somebody has typed or set. */
const wrongUse: ReadonlySet<string> = new Set([
  "HTTP_CANNOT_LISTEN",
  "HTTP_BAD_CERTIFICATE",
  "HTTP_HOST_OPEN",
]);

/** `hermes serve`: until it is told to end. */
export async function serve(flags: ServeFlags, host: Host, options: ServeOptions = {}): Promise<number> {
  host.endsWhenStopped();
  using work = interruptible(host);
  try {
    const loaded = await loadSettings({ env: host.env });
    if (flags.showToken === true) return await showToken(loaded, host);
    const { api: settings } = loaded.settings;
    const http = await httpOf(flags, { ...settings, port: settings.port ?? options.port });
    const token = checkedToken(flags.token ?? settings.key);
    const { gatewayMigrations: migrations, openGatewayPort } = await import("../gateway/fill-gateway.ts");
    await using runtime = openRuntime(host, {
      ...{ loaded, http, migrations, platform: "api", logs: "serve" },
      onWarning: (message) => printRemark(host, message),
    });
    await using api = await runtime.api({
      ...{ version: version(), token, origins: settings.cors_origins },
      gateway: openGatewayPort({ runtime, home: loaded.home }),
      page: pageFolder(),
    });
    const { url } = await api.serveHttp();
    const { origin } = url;
    await using _registered = await registerServer(loaded.home, origin);
    host.stderr.write(`Listening on ${origin}\n`);
    const server = { origin, createLink: () => api.createLink() };
    if (options.onReady !== undefined) await options.onReady(server);
    else {
      host.stderr.write(`Open in a browser, once, within ten minutes: ${origin}${server.createLink()}\n`);
      if (token === undefined) host.stderr.write("The token for programs: hermes serve --show-token\n");
    }
    await untilAborted(work.signal);
    return exitCodes.ok;
  } catch (error) {
    if (HermesError.is(error) && wrongUse.has(error.code)) throw usageError(asSentence(error));
    throw error;
  }
}

async function showToken(loaded: LoadedSettings, host: Host): Promise<number> {
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  host.stdout.write(`${await (await runtime.apiTokens()).owner()}\n`);
  return exitCodes.ok;
}

/** @throws a usage error for an address that is open to others, and for a certificate that can't be read. */
async function httpOf(flags: ServeFlags, settings: Settings["api"]): Promise<HttpOptions> {
  const { host = settings.host, port = settings.port ?? 0, tlsCert, tlsKey, insecure = false } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usageError("--tls-cert and --tls-key go together.");
  const isOpen = !loopback.has(host);
  if (isOpen && tlsCert === undefined && !insecure)
    throw usageError(
      `On ${host} others could read along: give --tls-cert and --tls-key, or say --insecure where something else encrypts.`,
    );
  const named = [...settings.allowed_hosts, ...(flags.allowedHost ?? [])];
  return {
    ...{ host, port },
    allowedHosts: isOpen ? [...named, ...namesOf(host)] : named,
    tls:
      tlsCert === undefined || tlsKey === undefined
        ? undefined
        : { cert: await readPem(tlsCert, "certificate"), key: await readPem(tlsKey, "key") },
  };
}

/** By which this machine is reached where it listens: a page that makes a name of its own lead here has none of them. */
function namesOf(host: string): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
  const named = host === "0.0.0.0" || host === "::" ? own : [host];
  return [hostname(), ...named].map((name) => (isIPv6(name) ? `[${name}]` : name));
}

async function readPem(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The ${what} can't be read: ${reason}.`);
  }
}

function checkedToken(token: string | undefined): string | undefined {
  if (token === undefined || (token.length >= minTokenChars && /^[\x21-\x7e]+$/.test(token))) return token;
  throw usageError(
    `The token needs at least ${minTokenChars} letters, digits and signs without spaces; leave it out, and one is made.`,
  );
}

function asSentence({ message, hint }: HermesError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
