import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AuthFile, createCredentialPool, keepLogin, listLogins } from "../src/credentials/index.ts";
import { findLoginServer, renewLogin, revokeLogin } from "../src/logins/index.ts";
import type { TestLoginServer } from "../src/testing/index.ts";
import { loginServerWith, serverAt } from "./support/login-servers.ts";

const signal = new AbortController().signal;

/** A login of this moment in a file, and a pool over it. */
async function loggedIn(server: TestLoginServer, { expiresInMs = 3_600_000, provider = "huggingface" } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "hermes-logins-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = new AuthFile(join(folder, "auth.json"));
  const first = await fetch(`${server.url}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:device_code" }),
  });
  const { access_token, refresh_token } = Object(await first.json());
  await keepLogin(file, {
    provider,
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + expiresInMs,
    renewal: { tokenUrl: `${server.url}/token`, clientId: "c" },
  });
  const baseUrl =
    provider === "nous" ? "https://inference-api.nousresearch.com/v1" : "https://router.huggingface.co/v1";
  const pool = createCredentialPool({ file, provider, baseUrl, model: "m", renew: renewLogin });
  return { file, pool };
}

test.each([
  ["huggingface", undefined],
  ["nous", "x-nous-refresh-token"],
])(
  "a token of %s that ends within a minute is renewed before it is used, and the next time by the next refresh token",
  async (provider, refreshTokenHeader) => {
    const server = await loginServerWith({ refreshTokenHeader, expiresIn: 30 });
    const { file, pool } = await loggedIn(server, { provider, expiresInMs: 30_000 });

    const first = await pool.next(new Set(), { signal });
    const second = await pool.next(new Set(), { signal });

    expect(first?.credential).toMatchObject({ value: "access-token-2", scheme: "bearer" });
    expect(second?.credential.value).toBe("access-token-3");
    const [, renewal] = server.requests;
    expect(renewal?.fields).toEqual(
      refreshTokenHeader === undefined
        ? { grant_type: "refresh_token", client_id: "c", refresh_token: "refresh-token-1" }
        : { grant_type: "refresh_token", client_id: "c" },
    );
    expect((await listLogins(file))[0]?.entry).toMatchObject({ refresh_token: "refresh-token-3" });
  },
);

test("a token that is refused is renewed once for all who come at the same time", async () => {
  const server = await loginServerWith();
  const { pool } = await loggedIn(server);
  const seen = (await pool.next(new Set(), { signal }))?.credential;
  if (seen === undefined) throw new Error("There is no login.");

  const renewed = await Promise.all([pool.refresh(seen, { signal }), pool.refresh(seen, { signal })]);

  expect(renewed.map((credential) => credential?.value)).toEqual(["access-token-2", "access-token-2"]);
  expect(server.requests).toHaveLength(2);
});

test.each([
  ["invalid_grant", 400],
  ["refresh_token_reused", 401],
])(
  "a login whose renewal is refused with %s is over until the person logs in again, and nothing is sent",
  async (error, status) => {
    const server = await loginServerWith({
      script: ({ fields }) =>
        fields["grant_type"] === "refresh_token" ? { status, body: { error } } : undefined,
    });
    const { file, pool } = await loggedIn(server, { expiresInMs: 1000 });
    const over = {
      message: `No key for huggingface can be used. login …en-1: ${error}.`,
      data: expect.objectContaining({ login: "huggingface" }),
    };

    await expect(pool.next(new Set(), { signal })).rejects.toMatchObject(over);
    await expect(pool.next(new Set(), { signal })).rejects.toMatchObject(over);
    expect(server.requests).toHaveLength(2);

    await keepLogin(file, { provider: "huggingface", accessToken: "another-token", label: "new" });
    expect((await pool.next(new Set(), { signal }))?.credential.value).toBe("another-token");
    expect(await listLogins(file)).toHaveLength(1);
  },
);

test("a login that was refused, and whose renewal is, says so in place of the provider's error", async () => {
  const server = await loginServerWith();
  const { file, pool } = await loggedIn(server);
  const seen = (await pool.next(new Set(), { signal }))?.credential;
  if (seen === undefined) throw new Error("There is no login.");
  await fetch(`${server.url}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "refresh-token-1" }),
  });

  expect(await pool.refresh(seen, { signal })).toBeUndefined();
  await expect(pool.next(new Set([seen.id]), { signal })).rejects.toMatchObject({
    data: expect.objectContaining({ login: "huggingface" }),
  });
  expect((await listLogins(file))[0]?.entry).toMatchObject({ last_status: "dead" });
});

test.each([
  ["a fault of the server", { status: 503, body: "down" }],
  ["a limit", { status: 429, body: { error: "rate_limited" } }],
])("%s leaves a login as it is, and the old token is tried", async (_, answer) => {
  const server = await loginServerWith({
    script: ({ fields }) => (fields["grant_type"] === "refresh_token" ? answer : undefined),
  });
  const { file, pool } = await loggedIn(server, { expiresInMs: 1000 });

  expect((await pool.next(new Set(), { signal }))?.credential.value).toBe("access-token-1");
  expect((await listLogins(file))[0]?.entry.last_status).toBeUndefined();
});

test("a refresh token goes back to the server that gave it out, whatever the settings say now", async () => {
  const server = await loginServerWith();
  const { file } = await loggedIn(server, { provider: "nous" });
  const entry = (await listLogins(file))[0]?.entry;
  if (entry === undefined) throw new Error("There is no login.");

  await renewLogin(entry, { provider: "unheard", signal });

  expect(server.requests).toHaveLength(2);
  const { token_url: _, ...lost } = entry;
  await expect(renewLogin(lost, { provider: "unheard", signal })).rejects.toMatchObject({
    code: "LOGIN_UNKNOWN",
  });
});

test("a login is kept for its owner alone, takes the place of the one before, and is ended by its refresh token", async () => {
  const server = await loginServerWith();
  const { file } = await loggedIn(server, { provider: "nous" });
  const [before] = await listLogins(file, "nous");
  await keepLogin(file, { provider: "nous", accessToken: "second", label: "work" });
  const again = await keepLogin(file, { provider: "nous", accessToken: "third" });

  expect(again.id).toBe(before?.entry.id);
  expect((await listLogins(file)).map(({ entry }) => entry.access_token)).toEqual(["second", "third"]);
  expect(await readFile(file.path, "utf8")).not.toContain("refresh-token-1");
  expect(await revokeLogin(serverAt(server.url), before?.entry ?? again, { signal })).toBe(true);
  expect(server.requests.at(-1)).toMatchObject({ path: "/revoke", fields: { token: "refresh-token-1" } });
  expect(await revokeLogin(findLoginServer("nous"), again, { signal })).toBe(false);
});

test("a login that nobody can renew is over when its token has ended", async () => {
  const server = await loginServerWith();
  const { file, pool } = await loggedIn(server);
  await keepLogin(file, {
    provider: "huggingface",
    accessToken: "access-token-9",
    expiresAt: Date.now() - 1,
    renewal: { tokenUrl: `${server.url}/token`, clientId: "c" },
  });

  await expect(pool.next(new Set(), { signal })).rejects.toMatchObject({
    message: expect.stringContaining("no_refresh_token"),
    data: expect.objectContaining({ login: "huggingface" }),
  });
  expect(server.requests).toHaveLength(1);
});
