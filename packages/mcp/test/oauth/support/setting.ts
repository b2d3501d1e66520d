import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMcpAuth, type McpAuth, type McpAuthOptions, type McpInteraction } from "../../../src/index.ts";
import { type AuthorizationServer, openAuthorizationServer } from "./authorization-server.ts";
import { type GuardedServer, openGuardedServer } from "./guarded-server.ts";

/** A server that wants a login, its authorization server, and a folder for logins. */
export interface Setting extends AsyncDisposable {
  readonly authorization: AuthorizationServer;
  readonly server: GuardedServer;
  readonly folder: string;
  /** Another one each time, as in another process. */
  auth(options?: Partial<McpAuthOptions>): McpAuth;
}

export async function openSetting(): Promise<Setting> {
  const authorization = await openAuthorizationServer();
  const server = await openGuardedServer(authorization);
  const folder = join(mkdtempSync(join(tmpdir(), "hermes-mcp-oauth-")), "mcp-tokens");
  return {
    ...{ authorization, server, folder },
    auth: (options) =>
      createMcpAuth({
        name: "files",
        transport: { type: "http", url: server.url, headers: {} },
        folder,
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await authorization[Symbol.asyncDispose]();
      rmSync(join(folder, ".."), { recursive: true, force: true });
    },
  };
}

/** A person whose browser goes where it is sent. */
export function browsing(
  options: Partial<McpInteraction> = {},
): McpInteraction & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    signal: new AbortController().signal,
    open: async (url) => {
      opened.push(url);
      await fetch(url);
      return true;
    },
    ...options,
    opened,
  };
}

/** A request as transports send it. */
export async function call(auth: McpAuth, url: string): Promise<number> {
  const response = await auth.fetch(url, { method: "POST", body: "{}" });
  await response.body?.cancel();
  return response.status;
}
