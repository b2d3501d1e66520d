import { loadSettings } from "@hermes/config";
import type { HomeMcpServer } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible, untilAborted } from "../../interruptible.ts";
import { printRemark } from "../../render/print.ts";
import { version } from "../../version.ts";

export interface ServeFlags {
  readonly http?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly allowedHost?: readonly string[] | undefined;
  readonly token?: string | undefined;
  /** False where nobody is asked who they are. */
  readonly auth?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

const minTokenChars = 16;

/** `hermes mcp serve`: on standard input and output, or over HTTP, until it is told to end. */
export async function serveMcp(flags: ServeFlags, host: Host): Promise<number> {
  const { host: address, port, allowedHost: allowedHosts, readOnly } = flags;
  const http = checkedHttp(flags);
  host.endsWhenStopped();
  using work = interruptible(host);
  const { signal } = work;
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, {
    loaded,
    ...(http ? { http: { host: address, port, allowedHosts } } : {}),
    onWarning: (message) => printRemark(host, message),
  });
  await using server = await runtime.mcpServer({ version: version(), readOnly });
  const env = loaded.env["HERMES_MCP_TOKEN"];
  if (http) await serveHttp(server, { ...flags, token: flags.token ?? env }, { host, signal });
  else await serveStdio(server, { host, signal });
  return exitCodes.ok;
}

interface Serving {
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function serveStdio(server: HomeMcpServer, { host, signal }: Serving): Promise<void> {
  if (host.stdinIsTerminal)
    printRemark(host, "This speaks MCP with the program that starts it; a person ends it with Ctrl-C.");
  const serving = server.serveStdio({ input: host.stdin(), output: host.stdout, signal });
  host.stderr.write("ready stdio\n");
  await serving;
}

async function serveHttp(
  server: HomeMcpServer,
  { token: given, auth }: ServeFlags,
  { host, signal }: Serving,
): Promise<void> {
  if (given !== undefined && auth !== false && given.length < minTokenChars)
    throw usageError(`The token is shorter than ${minTokenChars} characters: leave it out, and one is made.`);
  const { url, token } = await server.serveHttp({ token: given, noAuth: auth === false });
  // What somebody has chosen need not be seen.
  const shown = token === undefined || token === given ? "" : ` token ${token}`;
  host.stderr.write(`ready ${url.href}${shown}\n`);
  await untilAborted(signal);
}

function checkedHttp({ http = false, host, port, allowedHost, token, auth }: ServeFlags): boolean {
  const needed = [host, port, allowedHost, token].some((flag) => flag !== undefined) || auth === false;
  if (needed && !http)
    throw usageError("--host, --port, --allowed-host, --token and --no-auth are for --http.");
  return http;
}
