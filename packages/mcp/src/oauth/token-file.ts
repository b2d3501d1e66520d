import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile, withFileLock } from "@hermes/atomic-files";
import { z } from "zod";

/** A client as an authorization server knows it. Secret. */
export interface StoredClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** Seconds since 1970; 0: never. */
  readonly client_secret_expires_at?: number | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
}

/** Secret. */
export interface StoredTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** What was granted; where the server did not say, what was asked for. */
  readonly scope?: string | undefined;
}

/** What one authorization server gave. It is sent to no other. */
export interface StoredLogin {
  readonly issuer: string;
  readonly client: StoredClient;
  readonly tokens?: StoredTokens | undefined;
}

export interface LoginFile {
  /** Address of the MCP server that the tokens are for. */
  readonly server: string;
  /** The newest first: its access token is the one in use. */
  readonly logins: readonly StoredLogin[];
  /** Scopes that the server wanted when nobody could be asked; the next login asks for them. */
  readonly wanted_scope?: string | undefined;
}

const client = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.string().optional(),
  redirect_uris: z.array(z.string()).optional(),
});
const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
const file = z.object({
  server: z.string(),
  logins: z.array(z.object({ issuer: z.string(), client, tokens: tokens.optional() })),
  wanted_scope: z.string().optional(),
});

/** Logins of one server in a file that several processes share. */
export interface TokenFile {
  /** What is in it now. Empty where there is none, or one of another server, or one that can't be read. */
  read(): LoginFile;
  /**
   * Changes it while no other process does; what `work` returns is kept, unless it is what `work` was given.
   *
   * @throws {HermesError} `LOGIN_BUSY`; what `work` throws, and nothing is changed.
   */
  change(
    work: (found: LoginFile) => LoginFile | Promise<LoginFile>,
    options: { readonly signal: AbortSignal },
  ): Promise<LoginFile>;
  /** @returns false where there is none. */
  remove(options?: { readonly signal?: AbortSignal | undefined }): Promise<boolean>;
}

/** Longer than a request for tokens takes. */
const waitMs = 30_000;

export function createTokenFile({
  folder,
  name,
  server,
}: {
  readonly folder: string;
  readonly name: string;
  readonly server: URL;
}): TokenFile {
  const path = join(folder, `${name}.json`);
  const lock = `${path}.lock`;
  const empty: LoginFile = { server: server.href, logins: [] };

  function read(): LoginFile {
    const found = parse(textOf(path));
    return found?.server === server.href ? found : empty;
  }

  return {
    read,
    change: (work, { signal }) =>
      withFileLock(
        lock,
        async () => {
          const before = read();
          const after = await work(before);
          if (after !== before)
            replaceFile(path, `${JSON.stringify(after, undefined, 2)}\n`, { mode: 0o600 });
          return after;
        },
        { code: "LOGIN_BUSY", waitMs, signal },
      ),
    remove: ({ signal } = {}) =>
      withFileLock(
        lock,
        () => {
          const isThere = textOf(path) !== undefined;
          rmSync(path, { force: true });
          return isThere;
        },
        { code: "LOGIN_BUSY", waitMs, signal },
      ),
  };
}

export function loginAt({ logins }: LoginFile, issuer: string): StoredLogin | undefined {
  return logins.find((login) => login.issuer === issuer);
}

/** Puts a login first, in place of the one of the same authorization server. */
export function withLogin(found: LoginFile, login: StoredLogin): LoginFile {
  return { ...found, logins: [login, ...found.logins.filter(({ issuer }) => issuer !== login.issuer)] };
}

export function withoutLogin(found: LoginFile, issuer: string): LoginFile {
  return { ...found, logins: found.logins.filter((login) => login.issuer !== issuer) };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string | undefined): LoginFile | undefined {
  if (text === undefined) return undefined;
  try {
    return file.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: nobody is logged in, and the next login writes it anew.
    return undefined;
  }
}
