import type { Environment } from "@hermes/registry";
import { isAbsolute, join, resolve } from "node:path";
import type { HttpTransport, McpServerEntry, StdioTransport } from "../client/server-entry.ts";
import { checkEntry } from "./entry-schema.ts";
import type { WrittenEntry } from "./entry-schema.ts";
import { fillVariables } from "./fill-variables.ts";

export interface ParseEntryOptions {
  /** Fills in `${VAR}`. */
  readonly env: Environment;
  /** What relative folders begin at; absolute. */
  readonly folder: string;
  /** Of the person, for `~`. */
  readonly homedir: string;
  /** Whether a server may have a model asked where its entry does not say. @default false */
  readonly sampling?: boolean | undefined;
}

export type ParsedEntry =
  | {
      readonly ok: true;
      readonly entry: McpServerEntry;
      readonly enabled: boolean;
      /** Whether it says itself what it may reach: `false` where it says nothing. */
      readonly hasProfile: boolean;
    }
  | {
      readonly ok: false;
      /** What is wrong, without a full stop. */
      readonly problem: string;
      readonly enabled: boolean;
    };

/** Names are part of names of tools, of files and of rules. */
const serverName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/**
 * One server as settings, a `.mcp.json` or an option write it. Never throws: an entry that can't be used is told with what is
 * wrong, so that the others work.
 */
export function parseMcpEntry(name: string, value: unknown, options: ParseEntryOptions): ParsedEntry {
  const { value: filled, missing } = fillVariables(value, options.env);
  const checked = checkEntry(filled);
  const enabled = !isSwitchedOff(value) && (!checked.ok || checked.value.enabled);
  const fail = (problem: string): ParsedEntry => ({ ok: false, problem, enabled });
  if (!serverName.test(name))
    return fail("its name may hold letters, digits, '-', '_' and '.', at most 64, and begins with one");
  if (missing.length > 0)
    return fail(`${missing.map((each) => `\${${each}}`).join(", ")} is not set in the environment or .env`);
  if (!checked.ok) return fail(checked.problem);
  const written = checked.value;
  const transport = transportOf(written, options);
  if (typeof transport === "string") return fail(transport);
  const { tools, sampling } = written;
  const entry: McpServerEntry = {
    name,
    transport,
    timeoutMs: written.timeout * 1_000,
    connectTimeoutMs: written.connect_timeout * 1_000,
    parallel: written.supports_parallel_tool_calls,
    tools,
    sampling: {
      enabled: sampling.enabled ?? options.sampling ?? false,
      model: sampling.model,
      maxTokens: sampling.max_tokens_cap,
      timeoutMs: sampling.timeout * 1_000,
      maxPerMinute: sampling.max_rpm,
      allowedModels: sampling.allowed_models,
    },
  };
  return { ok: true, entry, enabled, hasProfile: written.profile !== undefined };
}

function isSwitchedOff(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ("enabled" in value && value.enabled === false) || ("disabled" in value && value.disabled === true);
}

/** How it is reached, or what is wrong. */
function transportOf(
  written: WrittenEntry,
  options: ParseEntryOptions,
): StdioTransport | HttpTransport | string {
  const { command, url, type, transport: kind = type } = written;
  if (command !== undefined && url !== undefined) return "it has both a command and a url";
  if (command !== undefined)
    return kind === undefined || kind === "stdio"
      ? processOf({ ...written, command }, options)
      : `a command can't be reached by ${kind}`;
  if (url === undefined) return "it has neither a command nor a url";
  if (kind === "stdio") return "a url can't be reached by stdio";
  return addressOf({ ...written, url }, kind === "sse" ? "sse" : "http", options);
}

function processOf(
  { command, args, env, cwd, profile }: WrittenEntry & { readonly command: string },
  options: ParseEntryOptions,
): StdioTransport {
  return {
    type: "stdio",
    command: command.startsWith("~/") ? join(options.homedir, command.slice(2)) : command,
    args,
    env,
    cwd: cwd === undefined ? undefined : absolute(cwd, options),
    profile:
      profile === undefined || profile === "open"
        ? undefined
        : { ...profile, folders: profile.folders.map((folder) => absolute(folder, options)) },
  };
}

function addressOf(
  { url, headers, ssl_verify, client_cert, client_key, auth, oauth }: WrittenEntry & { readonly url: string },
  type: HttpTransport["type"],
  options: ParseEntryOptions,
): HttpTransport | string {
  if (!URL.canParse(url)) return "its url is no address";
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "its url must begin with https:// or http://";
  if (username !== "" || password !== "") return "a password in its url would be shown: use headers";
  const [certificate, key = client_key] =
    typeof client_cert === "string" ? [client_cert] : (client_cert ?? []);
  if (certificate !== undefined && key === undefined) return "client_cert needs client_key";
  return {
    type,
    url,
    headers,
    verifyTls: typeof ssl_verify === "string" ? absolute(ssl_verify, options) : ssl_verify,
    clientCertificate:
      certificate === undefined || key === undefined
        ? undefined
        : { certificate: absolute(certificate, options), key: absolute(key, options) },
    oauth:
      auth === "oauth" || (oauth !== undefined && auth !== "none")
        ? {
            clientId: oauth?.client_id,
            clientSecret: oauth?.client_secret,
            scope: oauth?.scope,
            redirectPort: oauth?.redirect_port,
            clientName: oauth?.client_name,
          }
        : undefined,
  };
}

function absolute(path: string, { folder, homedir }: ParseEntryOptions): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir, path.slice(1));
  return isAbsolute(path) ? path : resolve(folder, path);
}
