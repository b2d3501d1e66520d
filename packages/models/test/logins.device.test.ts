import { expect, test } from "vitest";
import {
  deviceLogin,
  type DeviceLoginOptions,
  type DevicePrompt,
  findLoginServer,
} from "../src/logins/index.ts";
import { loginServerWith, serverAt } from "./support/login-servers.ts";
import { closedOrigin } from "./support/loopback.ts";

const signal = new AbortController().signal;
const shortLived = {
  body: {
    ...{ device_code: "d", user_code: "U", verification_uri: "https://id.example/activate" },
    ...{ expires_in: 20, interval: 5 },
  },
};
const pending = { status: 400, body: { error: "authorization_pending" } };

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
  const server = await loginServerWith({
    script: ({ path }, index) => (path === "/token" ? polls[index] : undefined),
  });
  const options = patient();

  const login = await deviceLogin(serverAt(server.url), options);

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
  const server = await loginServerWith({
    script: ({ path }, index) => {
      if (path === "/device") return { body: device };
      return index < 2 ? { status: 503, body: "down" } : undefined;
    },
  });
  const options = patient();

  await deviceLogin(serverAt(server.url), options);

  expect(options.waits).toEqual([5000, 10_000, 20_000]);
  expect(options.shown[0]).not.toHaveProperty("completeUrl");
});

test("a server that says errors with status 200, or with a challenge beside them, is understood", async () => {
  const server = await loginServerWith({
    script: ({ path }, index) => {
      if (path !== "/token" || index > 1) return undefined;
      const body = { error: "authorization_pending", error_description: "wait" };
      return index === 0
        ? { status: 200, body }
        : { status: 401, body, headers: { "www-authenticate": 'Bearer error="invalid_token"' } };
    },
  });
  const options = patient();

  await deviceLogin(serverAt(server.url), options);

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
  const server = await loginServerWith({ script: ({ path }) => (path === "/token" ? answer : shortLived) });

  const login = deviceLogin(serverAt(server.url), patient());

  await expect(login).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
});

test("a login whose server can't be reached says which error the network gave", async () => {
  const login = deviceLogin(serverAt(await closedOrigin()), patient());

  await expect(login).rejects.toMatchObject({
    code: "LOGIN_UNREACHABLE",
    message: "Nous Portal can't be asked: ECONNREFUSED.",
  });
});

test.each(["javascript:alert(1)", "file:///etc/passwd", "http://id.example/activate"])(
  "a page to confirm at that is %s is neither shown nor opened",
  async (verification_uri) => {
    const body = { device_code: "d", user_code: "U", verification_uri, expires_in: 900 };
    const server = await loginServerWith({
      script: ({ path }) => (path === "/device" ? { body } : undefined),
    });
    const options = patient();

    await expect(deviceLogin(serverAt(server.url), options)).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
    expect(options.shown).toEqual([]);
  },
);

test("a device login that is aborted stops asking, and throws what it was aborted with", async () => {
  const server = await loginServerWith({ script: ({ path }) => (path === "/token" ? pending : undefined) });
  const control = new AbortController();

  const login = deviceLogin(serverAt(server.url), {
    signal: control.signal,
    show: () => control.abort(new Error("enough")),
  });

  await expect(login).rejects.toThrow("enough");
  expect(server.requests.map(({ path }) => path)).toEqual(["/device"]);
});

test.each([
  ["groq", {}, "LOGIN_UNKNOWN", "token_url"],
  ["huggingface", {}, "LOGIN_NO_CLIENT", "https://huggingface.co/settings/applications/new"],
  [
    "nous",
    { nous: { token_url: "http://portal.example/token" } },
    "LOGIN_URL_INVALID",
    "http is for this machine",
  ],
  ["custom", { custom: { token_url: "https://id.example/token" } }, "LOGIN_UNKNOWN", "device_url"],
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
