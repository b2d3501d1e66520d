import { readdirSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import { expect, test } from "vitest";
import { skillText } from "./support/write-skill.ts";
import { zipOf } from "./support/fake-services.ts";
import type { FakeWorld } from "./support/fake-services.ts";
import { bytes, half, json, silent, status } from "./support/loopback.ts";
import { calm, makeHub } from "./support/make-hub.ts";

const world = (): Partial<FakeWorld> => ({
  repos: { "openai/skills": { "skills/pdf/SKILL.md": skillText("pdf") } },
  clawhub: {
    weather: { version: "1.0.0", summary: "Weather", zip: zipOf({ "SKILL.md": skillText("weather") }) },
  },
  market: { translate: zipOf({ "SKILL.md": skillText("translate") }) },
});
const openaiOnly = ["anthropics/skills", "huggingface/skills", "NVIDIA/skills"];

test("an unreachable source is a problem in the answer, and the others answer", async () => {
  const { hub, services } = await makeHub(world(), { marketplaces: [], hosts: [] });
  for (const tap of openaiOnly) hub.taps.remove(tap);
  services.override("/claw", status(503));

  const { skills, problems } = await hub.browse({ signal: calm() });

  expect(skills.map(({ name }) => name).toSorted()).toEqual(["pdf", "translate"]);
  expect(problems).toEqual([
    {
      source: "clawhub",
      reason: "ClawHub can't be reached: it answers with an error (503). What is installed works on.",
    },
  ]);
});

test("a source that never answers costs no more than the limit", async () => {
  const { hub, services } = await makeHub(world(), { marketplaces: [], hosts: [], listTimeoutMs: 1_500 });
  for (const tap of openaiOnly) hub.taps.remove(tap);
  services.override("/claw", silent);

  const { skills, problems } = await hub.search("pdf", { signal: calm() });

  expect(skills.map(({ name }) => name)).toEqual(["pdf"]);
  expect(problems).toEqual([{ source: "clawhub", reason: "ClawHub did not answer within 1.5 s." }]);
});

test("offline, an install says which service can't be reached and that the rest works on", async () => {
  const { hub, services } = await makeHub(world());
  await services.close();

  await expect(hub.install("openai/skills/pdf", { signal: calm() })).rejects.toMatchObject({
    code: "HUB_OFFLINE",
    message: expect.stringMatching(/^GitHub can't be reached: .*ECONNREFUSED/) as string,
    hint: "What is installed works on.",
  });
});

test("where no name can be looked up, a list that was had before is shown, and an install is no refusal", async () => {
  const { hub, again } = await makeHub(world(), { now: () => Date.now() });
  for (const tap of openaiOnly) hub.taps.remove(tap);
  await hub.browse({ source: "github", signal: calm() });
  const cause = Object.assign(new Error("getaddrinfo ENOTFOUND api.github.com"), { code: "ENOTFOUND" });
  const fetch = async (): Promise<Response> => {
    throw new HermesError("It is not fetched.", { code: "URL_REFUSED", cause });
  };
  const offline = again({ fetch, now: () => Date.now() + 7_200_000 });

  const { skills, problems } = await offline.browse({ source: "github", signal: calm() });

  expect(skills.map(({ name }) => name)).toEqual(["pdf"]);
  expect(problems[0]?.reason).toMatch(/^GitHub can't be reached: getaddrinfo ENOTFOUND/);
  await expect(offline.install("openai/skills/pdf", { signal: calm() })).rejects.toMatchObject({
    code: "HUB_OFFLINE",
  });
});

test("offline, a list that was had before is shown, and says how old it is", async () => {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const { hub, services, again } = await makeHub(world(), { now: () => now });
  for (const tap of openaiOnly) hub.taps.remove(tap);
  await hub.browse({ source: "github", signal: calm() });
  now += 3 * 3_600_000;
  await services.close();

  const { skills, problems } = await again().browse({ source: "github", signal: calm() });

  expect(skills.map(({ name }) => name)).toEqual(["pdf"]);
  expect(problems[0]?.reason).toMatch(/^GitHub can't be reached: .* This is its list of 3 hours ago\.$/);
});

test("a list is asked for again after an hour, and what did not change is not fetched again", async () => {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const { hub, services } = await makeHub(world(), { now: () => now });
  for (const tap of openaiOnly) hub.taps.remove(tap);
  const ask = async (): Promise<string[]> => {
    services.seen.length = 0;
    await hub.browse({ source: "github", signal: calm() });
    return [...services.seen];
  };

  await ask();
  expect(await ask()).toEqual([]);
  now += 3_600_001;
  expect(await ask()).toEqual(["GET /api/repos/openai/skills/commits/HEAD"]);
});

test.each([
  ["in seconds", 429, { "retry-after": "90" }, "2026-11-21T12:01:30.000Z"],
  [
    "as a time",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795264200" },
    "2026-11-21T12:30:00.000Z",
  ],
  ["as nonsense", 429, { "retry-after": "soon" }, "2026-11-21T12:01:00.000Z"],
])("a rate limit given %s is reported with the time at which it ends", async (_, code, headers, ends) => {
  const { hub, services } = await makeHub(world(), { now: () => Date.parse("2026-11-21T12:00:00Z") });
  services.override("/api", status(code, headers));

  await expect(hub.install("openai/skills/pdf", { signal: calm() })).rejects.toMatchObject({
    code: "HUB_RATE_LIMITED",
    message: `GitHub takes no more requests until ${ends}.`,
  });
});

test.each([
  ["breaks off", half('{"items": ['), "HUB_BAD_ANSWER"],
  ["is no JSON", bytes("<html>"), "HUB_BAD_ANSWER"],
  ["has another form", json({ items: [{ slug: "../../etc" }] }), "HUB_BAD_ANSWER"],
  ["is forbidden", status(403), "HUB_REFUSED"],
  ["says that it is too large", bytes("x", { "content-length": "99999999" }), "HUB_TOO_LARGE"],
])("an answer that %s is an error, never an empty list", async (_, answer, code) => {
  const { hub, services } = await makeHub(world());
  services.override("/claw", answer);

  const listed = await hub.browse({ source: "clawhub", signal: calm() });

  expect(listed.skills).toEqual([]);
  expect(listed.problems).toHaveLength(1);
  const fetched = hub.inspect("clawhub:weather", { signal: calm() });
  await expect(fetched).rejects.toMatchObject({ code });
});

test("more bytes than a header promised are counted, not believed", async () => {
  const { hub, services } = await makeHub(world());
  services.override("/claw/api/v1/download", (response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(1_048_576, 1);
    for (let sent = 0; sent < 12; sent++) response.write(chunk);
    response.end();
  });

  const outcome = await hub.install("clawhub:weather", { signal: calm() });

  expect(outcome).toMatchObject({
    ok: false,
    problem: "invalid",
    reason: expect.stringContaining("8388608") as string,
  });
});

test("other bytes than git's digest names are not taken", async () => {
  const { hub, services, folder } = await makeHub(world());
  services.override("/raw", bytes(skillText("pdf", "Changed on the way")));

  await expect(hub.install("openai/skills/pdf", { signal: calm() })).rejects.toMatchObject({
    code: "HUB_BAD_ANSWER",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test("a redirect is followed", async () => {
  const { hub, services } = await makeHub(world());
  const target = `${services.origin}/claw/api/v1/skills/weather`;
  services.override("/claw/api/v1/skills/old-weather", (response) => {
    response.writeHead(307, { location: target });
    response.end();
  });

  expect((await hub.install("clawhub:old-weather", { signal: calm() })).ok).toBe(true);
});

test("a redirect that leads from an encrypted address to a plain one is refused", async () => {
  const { hub } = await makeHub(world(), {
    fetch: async () => {
      const response = new Response(skillText("sly"));
      Object.defineProperty(response, "url", { value: "http://elsewhere.example/SKILL.md" });
      return await Promise.resolve(response);
    },
  });

  const outcome = await hub.install("https://good.example/SKILL.md", { signal: calm() });

  expect(outcome).toMatchObject({
    ok: false,
    problem: "blocked",
    reason: expect.stringContaining("encryption") as string,
  });
});

test("what the fetch refuses is a refusal, in the audit log too", async () => {
  const { hub, audit } = await makeHub(
    {},
    {
      fetch: async () => {
        throw await Promise.resolve(
          Object.assign(new Error("10.0.0.1 is not fetched."), {
            code: "URL_REFUSED",
            [Symbol.for("@hermes/error")]: true,
          }),
        );
      },
    },
  );

  expect(await hub.install("https://sly.example/SKILL.md", { signal: calm() })).toMatchObject({
    ok: false,
    problem: "blocked",
  });
  expect(audit()).toMatchObject([
    { action: "install", outcome: "blocked", reference: "https://sly.example/SKILL.md" },
  ]);
});

test("an abort ends a listing with its own reason", async () => {
  const { hub, services } = await makeHub(world());
  services.override("/claw", silent);
  const reason = new Error("enough");

  const listing = hub.browse({
    source: "clawhub",
    signal: AbortSignal.any([AbortSignal.timeout(60_000), abortedSoon(reason)]),
  });

  await expect(listing).rejects.toBe(reason);
});

test("a cache that was spoiled is as good as none", async () => {
  const { hub, again, folder } = await makeHub(world());
  for (const tap of openaiOnly) hub.taps.remove(tap);
  await hub.browse({ source: "github", signal: calm() });
  const cache = join(folder, "../cache");
  const { writeFileSync } = await import("node:fs");
  for (const file of readdirSync(cache)) writeFileSync(join(cache, file), '{"key": "x", "at": 1e99');

  expect((await again().browse({ source: "github", signal: calm() })).skills.map(({ name }) => name)).toEqual(
    ["pdf"],
  );
});

function abortedSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  return controller.signal;
}
