import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createCredentialPool, listCredentials, removeCredential } from "../src/credentials/index.ts";
import { eventsOf, serverWith, shownIn } from "./support/fault-models.ts";

import { authFile, entryIn, keyOf, modelBy } from "./support/credential-pools.ts";

const login = (more: object = {}): object => ({
  ...{ id: "login", label: "login", auth_type: "oauth", source: "device_code", access_token: "old-access" },
  ...{ refresh_token: "refresh-1", expires_at: Date.now() / 1000 - 10 },
  ...more,
});

test("a login that expired is renewed before it is used, and one that was refused before the next key is tried", async () => {
  const server = await serverWith(({ headers }) =>
    headers["authorization"] === "Bearer access-2" ? { text: "ok" } : { status: 401 },
  );
  let renewals = 0;
  const file = await authFile({ openai: [login({ base_url: server.openaiUrl })] });
  const renew = async () => ({ accessToken: `access-${++renewals}`, expiresAt: Date.now() + 3_600_000 });
  const source = createCredentialPool({
    file,
    provider: "openai",
    baseUrl: server.openaiUrl,
    model: "m",
    renew,
  });

  const events = await eventsOf(modelBy(source, server.openaiUrl));

  expect(shownIn(events)).toBe("ok");
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
    "Bearer access-1",
    "Bearer access-2",
  ]);
  expect(await entryIn(file, "login")).toMatchObject({
    access_token: "access-2",
    refresh_token: "refresh-1",
    last_status: "ok",
  });
});

test.each([
  ["before it is used", -10, 0],
  ["after it was refused", 3_600, 1],
])(
  "a login that its server has ended %s is dead until the person acts, and a key takes its place",
  async (_, expires, requests) => {
    const server = await serverWith(({ headers }) =>
      headers["authorization"] === "Bearer old-access" ? { status: 401 } : { text: "ok" },
    );
    const base_url = server.openaiUrl;
    const expires_at = Date.now() / 1000 + expires;
    const file = await authFile({ openai: [login({ base_url, expires_at }), keyOf("key", base_url)] });
    const renew = async () => ({ ended: "invalid_grant" });
    const source = createCredentialPool({ file, provider: "openai", baseUrl: base_url, model: "m", renew });

    const events = await eventsOf(modelBy(source, base_url));

    expect(shownIn(events)).toBe("ok");
    expect(server.requests).toHaveLength(requests + 1);
    expect(listCredentials(await file.read())).toMatchObject([
      { state: "dead", reason: "invalid_grant" },
      { state: "ok" },
    ]);
  },
);

test("a login whose server can't be reached gives way to the next key, and is not dead", async () => {
  const server = await serverWith(({ headers }) =>
    headers["authorization"] === "Bearer old-access" ? { status: 401 } : { text: "ok" },
  );
  const base_url = server.openaiUrl;
  const file = await authFile({ openai: [login({ base_url }), keyOf("key", base_url)] });
  const renew = async () => {
    throw new Error("The token server can't be reached.");
  };
  const source = createCredentialPool({ file, provider: "openai", baseUrl: base_url, model: "m", renew });

  expect(shownIn(await eventsOf(modelBy(source, base_url)))).toBe("ok");
  expect(listCredentials(await file.read())).toMatchObject([
    { state: "resting", reason: "auth" },
    { state: "ok" },
  ]);
});

const program = fileURLToPath(new URL("support/credential-program.ts", import.meta.url));

function run(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["--conditions=@hermes/source", program, ...args], (error, out) => {
      if (error !== null && error.signal !== "SIGKILL") reject(error);
      else resolve(out);
    });
  });
}

test("two processes that renew one login at the same time ask its server once", async () => {
  const file = await authFile({ openai: [login()] });
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    // Long enough for the other one to come.
    setTimeout(
      () => response.end(JSON.stringify({ access: `access-${asked}`, refresh: `refresh-${asked + 1}` })),
      500,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  const tokens = await Promise.all([run(file.path, "renew", url), run(file.path, "renew", url)]);

  expect(tokens).toEqual(["access-1", "access-1"]);
  expect(asked).toBe(1);
});

test(
  "wherever a process is killed that changes the keys, the file is whole and the next one goes on",
  { timeout: 60_000 },
  async () => {
    const pool = { openai: [keyOf("first"), keyOf("second")] };
    const writes = Number(await run((await authFile(pool)).path, "work", "0"));
    expect(writes).toBeGreaterThan(5);
    // All of them in a long run; by default some, which are not the same for files and for locks.
    const step = process.env["HERMES_TEST_LONG"] === "1" ? 1 : 5;
    const points = Array.from({ length: writes }, (_, index) => index + 1).filter(
      (point) => point % step === 0,
    );

    const outcomes: string[] = [];
    const worker = async (): Promise<void> => {
      for (let point = points.pop(); point !== undefined; point = points.pop()) {
        const file = await authFile(pool);
        await run(file.path, "work", String(point));
        const content = await file.read();
        const labels = listCredentials(content, { now: 0 }).map(({ label }) => label);
        const tokens = (content.credential_pool["nous"] ?? []).map(
          ({ access_token, refresh_token }) => ` ${access_token} ${refresh_token}`,
        );
        outcomes.push(labels.join(" ") + tokens.join(""));
        await removeCredential(file, "second");
        expect(listCredentials(await file.read(), { now: 0 }).map(({ label }) => label)).toEqual(
          labels.filter((label) => label !== "second"),
        );
      }
    };
    await Promise.all([worker(), worker()]);

    const whole = [
      "first second",
      "first second third",
      "second third",
      "second third login token-1 refresh-1",
      "second third login token-2 refresh-2",
    ];
    expect(outcomes.filter((each) => !whole.includes(each))).toEqual([]);
    expect(new Set(outcomes).size).toBeGreaterThan(1);
  },
);
