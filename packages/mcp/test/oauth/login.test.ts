import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browsing, call, openSetting } from "./support/setting.ts";

test("after a login requests bring its token, which lies in a file for the person alone", async () => {
  await using setting = await openSetting();
  const { authorization, folder, server } = setting;
  const auth = setting.auth();

  await auth.login(browsing());
  const status = await call(auth, server.url);

  expect(status).toBe(200);
  expect(auth.isLoggedIn()).toBe(true);
  const path = join(folder, "files.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
    server: server.url,
    logins: [{ issuer: authorization.origin, tokens: { scope: "read" } }],
  });
});

test("the code is bound to the server, to PKCE with S256, to a state and to a loopback address", async () => {
  await using setting = await openSetting();

  await setting.auth().login(browsing());

  const [asked] = setting.authorization.of("/authorize");
  expect(asked).toMatchObject({
    response_type: "code",
    resource: setting.server.url,
    scope: "read",
    code_challenge_method: "S256",
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  });
  expect(asked?.["state"]?.length).toBeGreaterThan(40);
  expect(setting.authorization.of("/token")).toMatchObject([{ resource: setting.server.url }]);
});

test("without a person no browser opens, and the request is answered with 401", async () => {
  await using setting = await openSetting();
  const { authorization, server } = setting;

  const status = await call(setting.auth(), server.url);

  expect(status).toBe(401);
  expect(authorization.asked).toEqual([]);
});

test("with a person a request logs in by itself", async () => {
  await using setting = await openSetting();
  const person = browsing();

  const status = await call(setting.auth({ person }), setting.server.url);

  expect(status).toBe(200);
  expect(person.opened).toHaveLength(1);
});

test("requests that are refused at once open one page", async () => {
  await using setting = await openSetting();
  const person = browsing();
  const auth = setting.auth({ person });

  const statuses = await Promise.all([1, 2, 3, 4].map(() => call(auth, setting.server.url)));

  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(person.opened).toHaveLength(1);
});

test("a second login goes on with the client that is registered", async () => {
  await using setting = await openSetting();

  await setting.auth().login(browsing());
  await setting.auth().login(browsing());

  expect(setting.authorization.of("/register")).toHaveLength(1);
  expect(setting.authorization.of("/authorize")).toHaveLength(2);
});

test("a client that is not known any more is registered anew by the next login", async () => {
  await using setting = await openSetting();
  const { faults } = setting.authorization;
  await setting.auth().login(browsing());
  faults.token = { status: 401, body: { error: "invalid_client" } };
  await expect(setting.auth().login(browsing())).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  faults.token = undefined;

  await setting.auth().login(browsing());

  expect(setting.authorization.of("/register")).toHaveLength(2);
});

test("the client of the settings is used and none is registered", async () => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
  const oauth = { clientId: "ours", clientSecret: "s3cret", scope: "write" };
  const transport = { type: "http", url: setting.server.url, headers: {}, oauth } as const;

  await setting.auth({ transport }).login(browsing());

  expect(setting.authorization.of("/register")).toEqual([]);
  expect(setting.authorization.of("/authorize")).toMatchObject([{ client_id: "ours", scope: "read write" }]);
  expect(setting.authorization.of("/token")).toMatchObject([
    { authorization: `Basic ${btoa("ours:s3cret")}` },
  ]);
});

test("a client metadata document is used where the authorization server reads such", async () => {
  await using setting = await openSetting();
  const clientMetadataUrl = "https://hermes.example/client.json";
  setting.authorization.faults.metadata = { client_id_metadata_document_supported: true };

  await setting.auth({ clientMetadataUrl }).login(browsing());

  expect(setting.authorization.of("/register")).toEqual([]);
  expect(setting.authorization.of("/authorize")).toMatchObject([{ client_id: clientMetadataUrl }]);
});

test("a client with a secret logs in for itself where no person can", async () => {
  await using setting = await openSetting();
  setting.authorization.faults.metadata = { grant_types_supported: ["client_credentials"] };
  const oauth = { clientId: "ours", clientSecret: "s3cret" };
  const transport = { type: "http", url: setting.server.url, headers: {}, oauth } as const;
  const auth = setting.auth({ transport });

  const status = await call(auth, setting.server.url);
  setting.authorization.expire();
  const later = await call(auth, setting.server.url);

  expect([status, later]).toEqual([200, 200]);
  expect(setting.authorization.of("/token")).toMatchObject([
    { grant_type: "client_credentials", resource: setting.server.url, scope: "read" },
    { grant_type: "client_credentials" },
  ]);
});

test("a login of another process is used by the next request", async () => {
  await using setting = await openSetting();
  const auth = setting.auth();
  const before = await call(auth, setting.server.url);

  await setting.auth().login(browsing());
  const after = await call(auth, setting.server.url);

  expect([before, after]).toEqual([401, 200]);
});

test("after logging out nothing of the login is left", async () => {
  await using setting = await openSetting();
  const auth = setting.auth();
  await auth.login(browsing());

  const [first, second] = [await auth.logout(), await auth.logout()];

  expect([first, second]).toEqual([true, false]);
  expect(await call(auth, setting.server.url)).toBe(401);
  expect(setting.server.heard.at(-1)).toBeUndefined();
});

test("a server that wants no login can't be logged in to", async () => {
  await using setting = await openSetting();
  const fetch = async (): Promise<Response> => Response.json({});

  const login = setting.auth({ fetch }).login(browsing());

  await expect(login).rejects.toMatchObject({ code: "LOGIN_UNKNOWN" });
});

test("a file that can't be read is no login", async () => {
  await using setting = await openSetting();
  const { writeFileSync } = await import("node:fs");
  await setting.auth().login(browsing());
  writeFileSync(join(setting.folder, "files.json"), "{ not json");

  const auth = setting.auth();

  expect(auth.isLoggedIn()).toBe(false);
  await auth.login(browsing());
  expect(await call(auth, setting.server.url)).toBe(200);
});
