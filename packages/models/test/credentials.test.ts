import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
  addCredential,
  AuthFile,
  createCredentialPool,
  type CredentialPoolOptions,
  listCredentials,
  removeCredential,
} from "../src/credentials/index.ts";
import { openaiChat, withCredentials } from "../src/index.ts";
import type { CredentialSource, Model } from "../src/index.ts";
import type { ServerAnswer } from "../src/testing/index.ts";
import { eventsOf, hasty, serverWith, shownIn } from "./support/fault-models.ts";

const signal = new AbortController().signal;

async function authFile(pool?: object): Promise<AuthFile> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-credentials-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = new AuthFile(join(folder, "auth.json"));
  if (pool !== undefined) await writeFile(file.path, JSON.stringify({ version: 1, credential_pool: pool }));
  return file;
}

const keyOf = (name: string, baseUrl?: string, more: object = {}): object => ({
  ...{ id: name, label: name, auth_type: "api_key", source: "manual", access_token: `sk-key-called-${name}` },
  ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  ...more,
});

function modelBy(source: CredentialSource, baseUrl: string, now?: () => number): Model {
  const create = async ({ value }: { readonly value: string }): Promise<Model> =>
    openaiChat({ baseUrl, model: "m", apiKey: value, retry: hasty });
  return withCredentials(openaiChat({ baseUrl, model: "m" }), { source, create, now });
}

/** A server that answers each key as told, and a pool over its keys. */
async function poolAt(
  answers: Readonly<Record<string, ServerAnswer | readonly ServerAnswer[]>>,
  options: Partial<CredentialPoolOptions> = {},
) {
  const used: string[] = [];
  const server = await serverWith(({ headers }) => {
    const name = String(headers["authorization"]).replace("Bearer sk-key-called-", "");
    const answer = answers[name] ?? { status: 401 };
    const turn = used.filter((each) => each === name).length;
    used.push(name);
    return "at" in answer ? (answer.at(Math.min(turn, answer.length - 1)) ?? {}) : answer;
  });
  const names = Object.keys(answers).filter((name) => name !== "seed");
  const file = await authFile({ openai: names.map((name) => keyOf(name, server.openaiUrl)) });
  const source = createCredentialPool({
    file,
    provider: "openai",
    baseUrl: server.openaiUrl,
    model: "m",
    ...options,
  });
  return { file, source, used, model: modelBy(source, server.openaiUrl, options.now) };
}

const entryIn = async (file: AuthFile, id: string) =>
  Object.values((await file.read()).credential_pool)
    .flat()
    .find((entry) => entry.id === id);

test.each<[string, ServerAnswer, number, number]>([
  ["401", { status: 401 }, 1, 300],
  ["403", { status: 403 }, 1, 300],
  ["402", { status: 402 }, 1, 3_600],
  ["429", { status: 429 }, 2, 3_600],
  ["429 with a limit that is lifted later", { status: 429, headers: { "x-ratelimit-reset": "500" } }, 1, 500],
  [
    "429 with a body that says when",
    { status: 429, body: { error: { message: "limit", resets_in_seconds: 600 } } },
    1,
    600,
  ],
  ["429 with a time", { status: 429, headers: { "retry-after": "77" } }, 1, 77],
])(
  "after %s the next key is used for the same request, and the first rests",
  async (_, answer, requests, seconds) => {
    const now = 1_700_000_000_000;
    const { model, used, file } = await poolAt({ first: answer, second: { text: "ok" } }, { now: () => now });

    const events = await eventsOf(model);

    expect(shownIn(events)).toBe("ok");
    expect(used).toEqual([...Array.from({ length: requests }, () => "first"), "second"]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "retry", reason: expect.stringContaining("Trying second …cond.") }),
    );
    expect(await entryIn(file, "first")).toMatchObject({
      last_status: "exhausted",
      last_error_reset_at: now / 1000 + seconds,
    });
  },
);

test.each([
  ["a server error", { status: 500 }, 4],
  ["a bad request", { status: 400 }, 1],
])("%s is not about the key: no other is tried", async (_, answer, requests) => {
  const { model, used } = await poolAt({ first: answer, second: { text: "ok" } });

  await eventsOf(model);

  expect(used).toEqual(Array.from({ length: requests }, () => "first"));
});

test("a key that is refused in the middle of a session gives way, rests, and is used again afterwards", async () => {
  let now = 1_700_000_000_000;
  const { model, used } = await poolAt(
    { first: [{ text: "1" }, { status: 401 }, { text: "4" }], second: { text: "2" } },
    { now: () => now },
  );

  const before = [await eventsOf(model), await eventsOf(model), await eventsOf(model)].map(shownIn);
  now += 300_001;
  const after = shownIn(await eventsOf(model));

  expect([...before, after]).toEqual(["1", "2", "2", "4"]);
  expect(used).toEqual(["first", "first", "second", "second", "first"]);
});

test("where all keys rest, each message asks one of them once, and the error is that of the provider", async () => {
  const { model, used } = await poolAt({ first: { status: 402 }, second: { status: 401 } });

  const first = (await eventsOf(model)).at(-1);
  await eventsOf(model);

  expect(first).toMatchObject({ kind: "auth" });
  expect(used).toEqual(["first", "second", "second"]);
});

test("keys that are dead are not sent, and the error says what to do", async () => {
  const file = await authFile({
    openai: [keyOf("old", undefined, { last_status: "dead", last_error_reason: "invalid_grant" })],
  });
  const source = createCredentialPool({
    file,
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    model: "m",
  });

  await expect(source.next(new Set(), { signal })).rejects.toMatchObject({
    message: "No key for openai can be used. old …-old: invalid_grant.",
    hint: expect.stringContaining("hermes auth"),
  });
});

test("a key is only sent to its own host", async () => {
  const file = await authFile({
    openai: [keyOf("vendor"), keyOf("proxy", "http://127.0.0.1:9/v1")],
    unheard: [keyOf("lost")],
  });
  const at = async (baseUrl: string) =>
    (
      await createCredentialPool({ file, provider: "openai", baseUrl, model: "m" }).next(new Set(), {
        signal,
      })
    )?.credential.id;

  expect(await at("https://api.openai.com/v1")).toBe("vendor");
  expect(await at("http://127.0.0.1:9/v1")).toBe("proxy");
  await expect(at("https://evil.example/v1")).rejects.toMatchObject({ kind: "auth" });
});

test("a key of the environment comes first, and only its fingerprint is written", async () => {
  const seed = { value: "sk-key-called-seed", source: "OPENAI_API_KEY", scheme: "key" as const };
  const { model, used, file } = await poolAt({ seed: { status: 402 }, kept: { text: "ok" } }, { seed });

  await eventsOf(model);
  await eventsOf(model);

  expect(used).toEqual(["seed", "kept", "kept"]);
  const text = await readFile(file.path, "utf8");
  expect(text).not.toContain(seed.value);
  expect(text).toMatch(/"secret_fingerprint": "sha256:[0-9a-f]{16}"/);
});

test("another key in the same variable is not held against the one before", async () => {
  const seed = { value: "sk-key-called-seed", source: "OPENAI_API_KEY", scheme: "key" as const };
  const { model, file } = await poolAt({ seed: { status: 402 }, kept: { text: "ok" } }, { seed });
  await eventsOf(model);
  const baseUrl = (await entryIn(file, "kept"))?.base_url ?? "";

  const changed = createCredentialPool({
    file,
    provider: "openai",
    baseUrl,
    model: "m",
    seed: { ...seed, value: "sk-another" },
  });

  expect((await changed.next(new Set(), { signal }))?.credential.value).toBe("sk-another");
});

test("sessions of one process that ask at the same time prefer different keys", async () => {
  const file = await authFile({ openai: [keyOf("first"), keyOf("second")] });
  const inUse = new Map<string, number>();
  const pool = () =>
    createCredentialPool({
      file,
      provider: "openai",
      baseUrl: "https://api.openai.com/v1",
      model: "m",
      inUse,
    });
  const [one, two, three] = [pool(), pool(), pool()];

  const a = await one.next(new Set(), { signal });
  const b = await two.next(new Set(), { signal });
  const c = await three.next(new Set(), { signal });
  for (const each of [a, b, c]) if (each) await one.report(each.credential, { type: "left" });
  const d = await two.next(new Set(), { signal });

  expect([a, b, c, d].map((each) => each?.credential.id)).toEqual(["first", "second", "first", "first"]);
});

test("a file of the original is read, backed up before the first write, and keeps what is unknown here", async () => {
  const file = await authFile();
  const original = JSON.stringify({
    version: 1,
    active_provider: "nous",
    providers: { nous: { tokens: { id: 7 } } },
    credential_pool: {
      openrouter: [
        {
          ...keyOf("mine"),
          request_count: 12,
          last_status: "exhausted",
          last_status_at: 1_700_000_000,
          last_error_code: 401,
        },
        {
          id: "env1",
          label: "env",
          source: "env:OPENROUTER_API_KEY",
          access_token: "sk-stale-copy-of-env",
          priority: 0,
        },
      ],
    },
  });
  await writeFile(file.path, original, { mode: 0o644 });

  const listed = listCredentials(await file.read(), { now: 1_700_000_100_000 });
  await addCredential(file, { provider: "openrouter", value: "sk-a-new-key-here", label: "new" });
  await removeCredential(file, "new");

  expect(listed[0]).toMatchObject({ label: "mine", state: "resting", until: 1_700_000_300_000 });
  const { writer: _writer, updated_at: _at, ...kept } = JSON.parse(await readFile(file.path, "utf8"));
  expect(kept).toEqual(JSON.parse(original));
  const backup = join(file.path, "..", "credentials", "auth.json.original");
  expect(await readFile(backup, "utf8")).toBe(original);
  expect([(await stat(file.path)).mode & 0o777, (await stat(backup)).mode & 0o777]).toEqual([0o600, 0o600]);
});

test("a file that is no file of keys is left as it is, and its values are not said", async () => {
  const file = await authFile();
  await writeFile(
    file.path,
    '{"credential_pool": {"openai": [{"id": 5, "access_token": "sk-secret-in-a-broken-file"}]}}',
  );

  const failure = addCredential(file, { provider: "openai", value: "sk-other-key" });

  await expect(failure).rejects.toMatchObject({
    code: "AUTH_FILE_INVALID",
    message: expect.not.stringContaining("sk-secret"),
  });
  expect(await readFile(file.path, "utf8")).toContain("sk-secret-in-a-broken-file");
});

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
