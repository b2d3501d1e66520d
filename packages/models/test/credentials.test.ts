import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  addCredential,
  createCredentialPool,
  listCredentials,
  removeCredential,
} from "../src/credentials/index.ts";
import type { ServerAnswer } from "../src/testing/index.ts";
import { eventsOf, shownIn } from "./support/fault-models.ts";

import { authFile, entryIn, keyOf, poolAt, signal } from "./support/credential-pools.ts";

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
    hint: expect.stringContaining("log in again"),
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
