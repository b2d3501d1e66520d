import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { listen } from "./support/listen.ts";
import { browsing, call, openSetting } from "./support/setting.ts";

test("an authorization server that names another issuer is asked for nothing", async () => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = { issuer: "https://honest.example" };

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  expect(setting.authorization.of("/register")).toEqual([]);
  expect(setting.authorization.of("/authorize")).toEqual([]);
});

test.each([
  ["another issuer", { iss: "https://honest.example" }],
  ["no issuer although it says that it names itself", { iss: undefined }],
  [
    "another issuer beside an error",
    { iss: "https://honest.example", code: undefined, error: "access_denied" },
  ],
])("a code that comes back with %s is not redeemed (mix-up)", async (_, callback) => {
  await using setting = await openSetting();
  setting.authorization.faults.callback = callback;

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_REFUSED",
    message: expect.stringContaining("another authorization server"),
  });
  expect(setting.authorization.of("/token")).toEqual([]);
});

test.each(["https://bank.example/mcp", "http://127.0.0.1:1/mcp"])(
  "a server that wants tokens for %s gets none",
  async (resource) => {
    await using setting = await openSetting();
    setting.server.faults.metadata = { resource };

    const login = setting.auth().login(browsing());

    await expect(login).rejects.toMatchObject({
      code: "LOGIN_REFUSED",
      message: expect.stringContaining("meant for another server"),
    });
    expect(setting.authorization.of("/authorize")).toEqual([]);
  },
);

test("metadata at another origin is not asked for, what the server publishes itself counts", async () => {
  await using setting = await openSetting();
  await using phisher = await openSetting();
  setting.server.faults.resourceMetadataUrl = `${phisher.server.origin}/.well-known/oauth-protected-resource/mcp`;

  await setting.auth().login(browsing());

  expect(phisher.authorization.asked).toEqual([]);
  expect(setting.authorization.of("/authorize")).toHaveLength(1);
});

test("another authorization server gets neither the tokens nor the client of the first", async () => {
  await using setting = await openSetting();
  await using phisher = await openSetting();
  await setting.auth().login(browsing());
  const secrets = /access-[\w-]+|refresh-[\w-]+|client-[\w-]+/g;
  const kept = readFileSync(join(setting.folder, "files.json"), "utf8").match(secrets) ?? [];
  setting.server.faults.metadata = { authorization_servers: [phisher.authorization.origin] };
  setting.authorization.expire();

  const silent = await call(setting.auth(), setting.server.url);
  await setting.auth({ person: browsing() }).fetch(setting.server.url, { method: "POST", body: "{}" });

  expect(silent).toBe(401);
  expect(kept).toHaveLength(3);
  expect(phisher.authorization.of("/authorize")).toHaveLength(1);
  const told = JSON.stringify(phisher.authorization.asked);
  for (const secret of kept) expect(told).not.toContain(secret);
});

test("a client that a person registered is told to its own authorization server alone", async () => {
  await using setting = await openSetting();
  await using phisher = await openSetting();
  const oauth = { clientId: "ours", clientSecret: "s3cret" };
  const transport = { type: "http", url: setting.server.url, headers: {}, oauth } as const;
  await setting.auth({ transport }).login(browsing());
  setting.server.faults.metadata = { authorization_servers: [phisher.authorization.origin] };

  const login = setting.auth({ transport }).login(browsing());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_REFUSED",
    data: { server: "files", otherIssuer: true },
  });
  expect(JSON.stringify(phisher.authorization.asked)).not.toContain("ours");
});

test("the token stays with the server when it sends a request on", async () => {
  await using setting = await openSetting();
  const heard: unknown[] = [];
  await using other = await listen((request, response) => {
    heard.push(request.headers.authorization);
    response.end();
  });
  await setting.auth().login(browsing());
  setting.server.faults.location = other.origin;

  const status = await call(setting.auth(), setting.server.url);
  await call(setting.auth(), other.origin);

  expect(status).toBe(307);
  expect(heard).toEqual([undefined]);
});

test("the login of a server is not that of another address with its name", async () => {
  await using setting = await openSetting();
  await using moved = await openSetting();
  await setting.auth().login(browsing());

  const status = await call(moved.auth({ folder: setting.folder }), moved.server.url);

  expect(status).toBe(401);
  expect(moved.server.heard).toEqual([undefined]);
});

test("a request with an Authorization of its own is left as it is", async () => {
  await using setting = await openSetting();
  await setting.auth().login(browsing());
  const headers = { authorization: "Bearer own" };

  const response = await setting.auth().fetch(setting.server.url, { method: "POST", headers });

  expect(response.status).toBe(401);
  expect(setting.server.heard.at(-1)).toBe("Bearer own");
});

test.each([
  ["PKCE with plain alone", { code_challenge_methods_supported: ["plain"] }],
  ["no PKCE", { code_challenge_methods_supported: undefined }],
])("an authorization server with %s is refused", async (_, metadata) => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = metadata;

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_UNKNOWN",
    message: expect.stringContaining("PKCE"),
  });
});

test("no code or secret is sent without TLS", async () => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = { token_endpoint: "http://honest.example/token" };

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({ code: "LOGIN_URL_INVALID" });
});

test.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "http://honest.example/authorize",
  "https://u:p@honest.example",
])("the page %s is not opened", async (authorization_endpoint) => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = { authorization_endpoint };
  const person = browsing();

  await expect(setting.auth().login(person)).rejects.toMatchObject({
    code: expect.stringMatching(/^LOGIN_/),
  });

  expect(person.opened).toEqual([]);
});

test("a server without TLS that is not on this machine gets no login and no token", async () => {
  await using setting = await openSetting();
  const heard: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    heard.push(new Headers(init?.headers).get("authorization"));
    return new Response(null, { status: 401 });
  };
  const transport = { type: "http", url: "http://files.example/mcp", headers: {} } as const;
  const auth = setting.auth({ transport, fetch });

  await expect(auth.login(browsing())).rejects.toMatchObject({ code: "LOGIN_URL_INVALID" });

  expect(await call(auth, transport.url)).toBe(401);
  expect(heard).toEqual([null]);
});

test("a server out in the world can't have addresses of this machine asked", async () => {
  await using setting = await openSetting();
  const url = "https://files.example/mcp";
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(String(input));
    if (!String(input).includes("oauth-protected-resource")) return new Response(null, { status: 401 });
    return Response.json({ resource: url, authorization_servers: [setting.authorization.origin] });
  };
  const transport = { type: "http", url, headers: {} } as const;

  const login = setting.auth({ transport, fetch }).login(browsing());

  await expect(login).rejects.toMatchObject({ code: "LOGIN_URL_INVALID" });
  expect(asked.filter((address) => !address.startsWith("https://files.example/"))).toEqual([]);
});

test("an error has nothing in it that a server said, and no token", async () => {
  await using setting = await openSetting();
  const auth = setting.auth();
  await auth.login(browsing());
  setting.authorization.expire();
  const kept =
    readFileSync(join(setting.folder, "files.json"), "utf8").match(/(?:access|refresh)-[\w-]+/g) ?? [];
  const error_description = `\u001B[31m${kept.join(" ")}`;
  setting.authorization.faults.token = { status: 400, body: { error: `bad ${kept[0]}`, error_description } };

  const error: unknown = await call(auth, setting.server.url).catch((caught: unknown) => caught);

  expect(error).toMatchObject({ code: "LOGIN_REFUSED", message: expect.stringContaining("unknown_error") });
  const told = inspect(error, { depth: 10, showHidden: true });
  expect(kept).toHaveLength(2);
  for (const secret of [...kept, "\u001B"]) expect(told).not.toContain(secret);
});

test("an answer without end is cut off", async () => {
  await using setting = await openSetting();
  let sent = 0;
  await using endless = await listen((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const piece = Buffer.alloc(64 * 1024, " ");
    const more = (): void => {
      while (!response.destroyed && sent < 200_000_000) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", more);
      }
    };
    more();
  });
  setting.server.faults.metadata = { authorization_servers: [endless.origin] };

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_UNREACHABLE",
    message: expect.stringContaining("large"),
  });
  expect(sent).toBeLessThan(100_000_000);
});

test("a file with the wrong form is no login", async () => {
  await using setting = await openSetting();
  await setting.auth().login(browsing());
  writeFileSync(
    join(setting.folder, "files.json"),
    JSON.stringify({ server: setting.server.url, logins: "all" }),
  );

  const auth = setting.auth();

  expect(auth.isLoggedIn()).toBe(false);
  expect(await call(auth, setting.server.url)).toBe(401);
});
