import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AuthFile, createCredentialPool, keepLogin, listLogins } from "../src/credentials/index.ts";
import {
  browserLogin,
  deviceLogin,
  type DeviceLoginOptions,
  type DevicePrompt,
  findLoginServer,
  renewLogin,
  revokeLogin,
  type UsableLoginServer,
} from "../src/logins/index.ts";
import { type LoginServerOptions, startLoginServer, type TestLoginServer } from "../src/testing/index.ts";
import { closedOrigin } from "./support/loopback.ts";

const signal = new AbortController().signal;
const pending = { status: 400, body: { error: "authorization_pending" } };

async function serverWith(options?: LoginServerOptions): Promise<TestLoginServer> {
  const server = await startLoginServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** The row of a provider, at a server of this machine. */
function at(url: string, provider = "nous", clientId?: string): UsableLoginServer {
  return findLoginServer(provider, {
    [provider]: {
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(provider === "openrouter" ? {} : { device_url: `${url}/device` }),
      ...(provider === "nous" ? {} : { authorize_url: `${url}/authorize` }),
      token_url: provider === "openrouter" ? `${url}/keys` : `${url}/token`,
      revoke_url: `${url}/revoke`,
    },
  });
}

/** A device login on a clock of its own: waiting takes no time, and is noted. */
function patient(): Required<DeviceLoginOptions> & {
  readonly waits: number[];
  readonly shown: DevicePrompt[];
} {
  let now = 1_700_000_000_000;
  const waits: number[] = [];
  const shown: DevicePrompt[] = [];
  return {
    ...{ waits, shown, signal, now: () => now },
    show: (prompt) => void shown.push(prompt),
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}

test("a device login shows the code, asks at the interval, slower when told to, and gives the token with its end", async () => {
  const polls = [pending, { status: 400, body: { error: "slow_down" } }, pending];
  const server = await serverWith({
    script: ({ path }, index) => (path === "/token" ? polls[index] : undefined),
  });
  const options = patient();

  const login = await deviceLogin(at(server.url), options);

  expect(options.shown).toEqual([
    {
      userCode: "WDJB-MJHT",
      url: `${server.url}/activate`,
      completeUrl: `${server.url}/activate?user_code=WDJB-MJHT`,
      expiresAt: 1_700_000_900_000,
    },
  ]);
  expect(options.waits).toEqual([1000, 1000, 6000, 6000]);
  expect(login).toEqual({
    accessToken: "access-token-1",
    refreshToken: "refresh-token-1",
    expiresAt: 1_700_000_014_000 + 3_600_000,
  });
  expect(server.requests[0]).toMatchObject({
    path: "/device",
    fields: { client_id: "hermes-cli", scope: "inference:invoke" },
  });
  expect(server.requests[1]?.fields).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: "the-device-code",
    client_id: "hermes-cli",
  });
});

test("a server without an interval is asked every 5 seconds, and one that fails for a while less and less often", async () => {
  const device = {
    device_code: "d",
    user_code: "U",
    verification_uri: "https://id.example/activate",
    expires_in: 900,
  };
  const server = await serverWith({
    script: ({ path }, index) => {
      if (path === "/device") return { body: device };
      return index < 2 ? { status: 503, body: "down" } : undefined;
    },
  });
  const options = patient();

  await deviceLogin(at(server.url), options);

  expect(options.waits).toEqual([5000, 10_000, 20_000]);
  expect(options.shown[0]).not.toHaveProperty("completeUrl");
});

test("a server that says errors with status 200, or with a challenge beside them, is understood", async () => {
  const server = await serverWith({
    script: ({ path }, index) => {
      if (path !== "/token" || index > 1) return undefined;
      const body = { error: "authorization_pending", error_description: "wait" };
      return index === 0
        ? { status: 200, body }
        : { status: 401, body, headers: { "www-authenticate": 'Bearer error="invalid_token"' } };
    },
  });
  const options = patient();

  await deviceLogin(at(server.url), options);

  expect(options.waits).toHaveLength(3);
});

test.each([
  ["was denied", { status: 400, body: { error: "access_denied" } }, "LOGIN_DENIED", "was denied"],
  ["has expired", { status: 400, body: { error: "expired_token" } }, "LOGIN_EXPIRED", "in time"],
  ["is never confirmed", pending, "LOGIN_EXPIRED", "in time"],
  [
    "is of no known client",
    { status: 401, body: { error: "invalid_client" } },
    "LOGIN_REFUSED",
    "invalid_client",
  ],
  [
    "is refused with anything",
    { status: 400, body: { error: "\u001b[2Jx" } },
    "LOGIN_REFUSED",
    "unknown_error",
  ],
  ["gets a page", { status: 200, body: "<html>" }, "LOGIN_UNREACHABLE", "as a server of logins does"],
  ["gets no token", { status: 200, body: { token_type: "bearer" } }, "LOGIN_UNREACHABLE", "as a server"],
])("a device login that %s ends with an error that says so", async (_, answer, code, said) => {
  const server = await serverWith({ script: ({ path }) => (path === "/token" ? answer : undefined) });

  const login = deviceLogin(at(server.url), patient());

  await expect(login).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
});

test("a login whose server can't be reached says which error the network gave", async () => {
  const login = deviceLogin(at(await closedOrigin()), patient());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_UNREACHABLE",
    message: "Nous Portal can't be asked: ECONNREFUSED.",
  });
});

test.each(["javascript:alert(1)", "file:///etc/passwd", "http://id.example/activate"])(
  "a page to confirm at that is %s is neither shown nor opened",
  async (verification_uri) => {
    const body = { device_code: "d", user_code: "U", verification_uri, expires_in: 900 };
    const server = await serverWith({ script: ({ path }) => (path === "/device" ? { body } : undefined) });
    const options = patient();

    await expect(deviceLogin(at(server.url), options)).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
    expect(options.shown).toEqual([]);
  },
);

test("a device login that is aborted stops asking, and throws what it was aborted with", async () => {
  const server = await serverWith({ script: ({ path }) => (path === "/token" ? pending : undefined) });
  const control = new AbortController();

  const login = deviceLogin(at(server.url), {
    signal: control.signal,
    show: () => control.abort(new Error("enough")),
  });

  await expect(login).rejects.toThrow("enough");
  expect(server.requests.map(({ path }) => path)).toEqual(["/device"]);
});

test("a browser login takes the code that belongs to it, with PKCE, and closes its port", async () => {
  const server = await serverWith();
  const strangers: number[] = [];
  let redirect = "";

  const login = await browserLogin(at(server.url, "huggingface", "my-client"), {
    signal,
    show: (page) => {
      redirect = new URL(page).searchParams.get("redirect_uri") ?? "";
      void visit(page, strangers);
    },
  });

  expect(login).toMatchObject({ accessToken: "access-token-2", refreshToken: "refresh-token-2" });
  expect(strangers).toEqual([400, 400, 400]);
  const [authorize, token] = server.requests;
  expect(authorize?.fields).toMatchObject({
    response_type: "code",
    client_id: "my-client",
    scope: "inference-api",
    code_challenge_method: "S256",
  });
  expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect(token?.fields).toMatchObject({ grant_type: "authorization_code", client_id: "my-client" });
  await expect(fetch(redirect)).rejects.toThrow("fetch failed");
});

/** Others come before the person's browser does. */
async function visit(page: string, strangers: number[]): Promise<void> {
  const back = new URL(page).searchParams.get("redirect_uri") ?? "";
  for (const url of [`${back}?code=stolen&state=guessed`, `${back}?code=stolen`, new URL("/", back).href])
    strangers.push((await fetch(url)).status);
  await fetch(page);
}

test("the login of OpenRouter gets a key for the code, and its state is in the address", async () => {
  const server = await serverWith();
  let callback = "";

  const login = await browserLogin(at(server.url, "openrouter"), {
    signal,
    show: (page) => {
      const url = new URL(page);
      callback = url.searchParams.get("callback_url") ?? "";
      expect([...url.searchParams.keys()].toSorted()).toEqual([
        "callback_url",
        "code_challenge",
        "code_challenge_method",
      ]);
      void fetch(page);
    },
  });

  expect(login).toEqual({ accessToken: "sk-or-key-1" });
  expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\/[\w-]{40,}$/);
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/keys",
    fields: { code: "code-1", code_challenge_method: "S256" },
  });
});

test("over ssh the address that the browser ended at is pasted; one of another login is asked for again", async () => {
  const server = await serverWith();
  const asked: (string | undefined)[] = [];
  let page = "";
  const paste = async (_: AbortSignal, wrong?: string): Promise<string> => {
    asked.push(wrong);
    if (asked.length === 1) return "http://127.0.0.1:1/callback?code=other&state=old";
    if (asked.length === 2) return "no address";
    const answer = await fetch(page, { redirect: "manual" });
    return `  ${answer.headers.get("location")}\n`;
  };

  const login = await browserLogin(at(server.url, "huggingface", "c"), {
    signal,
    paste,
    show: (url) => {
      page = url;
    },
  });

  expect(login.accessToken).toBe("access-token-2");
  expect(asked).toEqual([
    undefined,
    expect.stringContaining("belongs to an earlier one"),
    expect.stringContaining("neither an address nor a code"),
  ]);
});

test("a code alone can be pasted", async () => {
  const server = await serverWith();
  let page = "";

  const login = await browserLogin(at(server.url, "openrouter"), {
    signal,
    show: (url) => {
      page = url;
    },
    paste: async () => {
      const answer = await fetch(page, { redirect: "manual" });
      return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    },
  });

  expect(login.accessToken).toBe("sk-or-key-1");
});

test.each([
  ["denied in the browser", "access_denied", "LOGIN_DENIED"],
  ["refused in the browser", "invalid_scope", "LOGIN_REFUSED"],
])("a login that is %s ends at once", async (_, error, code) => {
  const server = await serverWith();

  const login = browserLogin(at(server.url, "huggingface", "c"), {
    signal,
    show: (page) => {
      const { redirect_uri, state } = Object.fromEntries(new URL(page).searchParams);
      void fetch(`${redirect_uri}?error=${error}&state=${state}`);
    },
  });

  await expect(login).rejects.toMatchObject({ code });
});

test("a browser that never comes back is waited for until the limit, and a person who leaves ends the login", async () => {
  const server = await serverWith();
  const target = at(server.url, "openrouter");
  const left = async (): Promise<never> => {
    throw new Error("the person left");
  };

  const late = browserLogin(target, { signal, show: () => undefined, limitMs: 5 });
  await expect(late).rejects.toMatchObject({ code: "LOGIN_EXPIRED" });
  await expect(browserLogin(target, { signal, show: () => undefined, paste: left })).rejects.toThrow(
    "the person left",
  );
  const control = new AbortController();
  const aborted = browserLogin(target, {
    signal: control.signal,
    show: () => control.abort(new Error("enough")),
  });
  await expect(aborted).rejects.toThrow("enough");
});

test("a code that is refused ends the login, and what was sent is in no error", async () => {
  const server = await serverWith({
    script: ({ path, fields }) =>
      path === "/authorize" ? undefined : { status: 400, body: { error: "invalid_grant", echo: fields } },
  });

  for (const provider of ["openrouter", "huggingface"]) {
    const login = browserLogin(at(server.url, provider, "c"), { signal, show: (page) => void fetch(page) });
    const error: unknown = await login.catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: "LOGIN_REFUSED" });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/code-\d/);
    expect(error).not.toHaveProperty("cause");
  }
});

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
    const server = await serverWith({ refreshTokenHeader, expiresIn: 30 });
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
  const server = await serverWith();
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
    const server = await serverWith({
      script: ({ fields }) =>
        fields["grant_type"] === "refresh_token" ? { status, body: { error } } : undefined,
    });
    const { file, pool } = await loggedIn(server, { expiresInMs: 1000 });
    const over = {
      message: `No key for huggingface can be used. login …en-1: ${error}.`,
      hint: "Log in again: hermes login huggingface",
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
  const server = await serverWith();
  const { file, pool } = await loggedIn(server);
  const seen = (await pool.next(new Set(), { signal }))?.credential;
  if (seen === undefined) throw new Error("There is no login.");
  await fetch(`${server.url}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "refresh-token-1" }),
  });

  expect(await pool.refresh(seen, { signal })).toBeUndefined();
  await expect(pool.next(new Set([seen.id]), { signal })).rejects.toMatchObject({
    hint: "Log in again: hermes login huggingface",
  });
  expect((await listLogins(file))[0]?.entry).toMatchObject({ last_status: "dead" });
});

test.each([
  ["a fault of the server", { status: 503, body: "down" }],
  ["a limit", { status: 429, body: { error: "rate_limited" } }],
])("%s leaves a login as it is, and the old token is tried", async (_, answer) => {
  const server = await serverWith({
    script: ({ fields }) => (fields["grant_type"] === "refresh_token" ? answer : undefined),
  });
  const { file, pool } = await loggedIn(server, { expiresInMs: 1000 });

  expect((await pool.next(new Set(), { signal }))?.credential.value).toBe("access-token-1");
  expect((await listLogins(file))[0]?.entry.last_status).toBeUndefined();
});

test("a refresh token goes back to the server that gave it out, whatever the settings say now", async () => {
  const server = await serverWith();
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
  const server = await serverWith();
  const { file } = await loggedIn(server, { provider: "nous" });
  const [before] = await listLogins(file, "nous");
  await keepLogin(file, { provider: "nous", accessToken: "second", label: "work" });
  const again = await keepLogin(file, { provider: "nous", accessToken: "third" });

  expect(again.id).toBe(before?.entry.id);
  expect((await listLogins(file)).map(({ entry }) => entry.access_token)).toEqual(["second", "third"]);
  expect(await readFile(file.path, "utf8")).not.toContain("refresh-token-1");
  expect(await revokeLogin(at(server.url), before?.entry ?? again, { signal })).toBe(true);
  expect(server.requests.at(-1)).toMatchObject({ path: "/revoke", fields: { token: "refresh-token-1" } });
  expect(await revokeLogin(findLoginServer("nous"), again, { signal })).toBe(false);
});

test.each([
  ["groq", {}, "LOGIN_UNKNOWN", "hermes auth add groq"],
  ["huggingface", {}, "LOGIN_NO_CLIENT", "https://huggingface.co/settings/applications/new"],
  ["nous", { nous: { token_url: "http://portal.example/token" } }, "LOGIN_URL_INVALID", "logins.nous"],
  ["custom", { custom: { token_url: "https://id.example/token" } }, "LOGIN_UNKNOWN", "logins.custom"],
])("a login to %s that can't be says what to do", (provider, settings, code, hint) => {
  expect(() => findLoginServer(provider, settings)).toThrow(
    expect.objectContaining({ code, hint: expect.stringContaining(hint) }),
  );
});

test("a company's own server of logins is a matter of settings", () => {
  const settings = {
    custom: {
      client_id: "hermes",
      token_url: "https://id.example/token",
      device_url: "https://id.example/device",
    },
  };

  expect(findLoginServer("custom", settings)).toMatchObject({
    provider: "custom",
    clientId: "hermes",
    scopes: [],
  });
});
