import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { createMcpAuth, type McpAuth, type McpServerEntry, openMcpServer } from "../../src/index.ts";
import { type AuthorizationServer, openAuthorizationServer } from "./support/authorization-server.ts";
import { browsing } from "./support/setting.ts";

interface Setting extends AsyncDisposable {
  readonly authorization: AuthorizationServer;
  readonly auth: McpAuth;
  readonly entry: McpServerEntry;
  /** Times that the tool ran. */
  readonly ran: () => number;
}

/** A real MCP server behind a login. */
async function openSetting(): Promise<Setting> {
  const authorization = await openAuthorizationServer();
  let ran = 0;
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "guarded", version: "1" });
      server.registerTool("write", { description: "Writes." }, () => {
        ran += 1;
        return { content: [{ type: "text", text: "written" }] };
      });
      return server;
    }),
  );
  const http = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/oauth-protected-resource") === true) {
      const said = { resource: `${origin}/mcp`, authorization_servers: [authorization.origin] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
    } else if (
      authorization.scopeOf(request.headers.authorization?.replace("Bearer ", "") ?? "") === undefined
    ) {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    } else {
      const { method = "POST", url = "/mcp" } = request;
      handle(Object.assign(request, { method, url }), response).catch((error: Error) =>
        response.destroy(error),
      );
    }
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const address = http.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const folder = mkdtempSync(join(tmpdir(), "hermes-mcp-oauth-"));
  const transport = { type: "http", url: `http://127.0.0.1:${port}/mcp`, headers: {} } as const;
  return {
    authorization,
    auth: createMcpAuth({ name: "guarded", transport, folder }),
    entry: {
      name: "guarded",
      transport,
      timeoutMs: 10_000,
      connectTimeoutMs: 10_000,
      parallel: true,
      tools: { exclude: [], resources: true, prompts: true },
      sampling: { enabled: false, maxTokens: 1, timeoutMs: 1, maxPerMinute: 1, allowedModels: [] },
    },
    ran: () => ran,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
      await authorization[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const { signal } = new AbortController();

test("a server behind a login says so, and works after it without a restart", async () => {
  await using setting = await openSetting();
  const { auth, entry } = setting;
  await using server = openMcpServer(entry, { env: {}, cwd: "/", auth });

  await expect(server.list({ signal })).rejects.toMatchObject({
    code: "MCP_NEEDS_LOGIN",
    data: { server: "guarded" },
  });
  const { state } = server.status;
  await auth.login(browsing());
  const { tools } = await server.list({ signal });

  expect(state).toBe("needs-login");
  expect(tools.map(({ name }) => name)).toEqual(["write"]);
});

test("a token that expires between two calls is not noticed, and no call runs twice", async () => {
  await using setting = await openSetting();
  const { auth, authorization, entry } = setting;
  await auth.login(browsing());
  await using server = openMcpServer(entry, { env: {}, cwd: "/", auth });
  await server.callTool("write", {}, { signal });
  authorization.expire();

  const result = await server.callTool("write", {}, { signal });

  expect(result).toMatchObject({ isError: false, content: [{ text: "written" }] });
  expect(setting.ran()).toBe(2);
});

test("a login that is over in the middle of the work is told, and the call did not run", async () => {
  await using setting = await openSetting();
  const { auth, authorization, entry } = setting;
  await auth.login(browsing());
  await using server = openMcpServer(entry, { env: {}, cwd: "/", auth });
  await server.callTool("write", {}, { signal });
  authorization.expire();
  authorization.revoke();

  const call = server.callTool("write", {}, { signal });

  await expect(call).rejects.toMatchObject({ code: "MCP_NEEDS_LOGIN" });
  expect(setting.ran()).toBe(1);
});

test("an authorization server that is down leaves a call that surely did not run", async () => {
  await using setting = await openSetting();
  const { auth, authorization, entry } = setting;
  await auth.login(browsing());
  await using server = openMcpServer({ ...entry, connectTimeoutMs: 500 }, { env: {}, cwd: "/", auth });
  await server.callTool("write", {}, { signal });
  authorization.expire();
  authorization.faults.token = { status: 503, body: {} };

  const call = server.callTool("write", {}, { signal });

  await expect(call).rejects.toMatchObject({ code: "MCP_UNAVAILABLE" });
  expect(setting.ran()).toBe(1);
  authorization.faults.token = undefined;
  expect(await server.callTool("write", {}, { signal })).toMatchObject({ isError: false });
});
