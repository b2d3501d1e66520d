import { allowAll, ToolRegistry } from "@hermes/registry";
import { expect, test } from "vitest";
import { honchoMemory } from "../../src/honcho/honcho-memory.ts";
import type { HonchoMemoryOptions } from "../../src/honcho/honcho-memory.ts";
import { loadSdk } from "../../src/honcho/load-sdk.ts";
import { attachMemory } from "../../src/provider/index.ts";
import type { ExternalMemory, MemoryLimits } from "../../src/provider/index.ts";
import { startHonchoServer } from "../../src/testing/index.ts";
import type { HonchoBehaviour, HonchoServer } from "../../src/testing/index.ts";

const session = { sessionId: "s1", home: "/home", platform: "cli" };
const ever = new AbortController().signal;

async function attached(
  server: HonchoServer,
  options: Omit<HonchoMemoryOptions, "baseUrl"> & { readonly limits?: Partial<MemoryLimits> } = {},
): Promise<{ readonly memory: ExternalMemory; readonly warnings: string[] }> {
  const { limits, ...rest } = options;
  const warnings: string[] = [];
  const provider = await honchoMemory({ baseUrl: server.url, ...rest });
  const onWarning = (message: string) => void warnings.push(message);
  return { memory: attachMemory({ provider, session, onWarning, limits: limits ?? patient }), warnings };
}

/** Longer than a busy machine needs for an answer. */
const patient = { waitMs: 30_000, keepMs: 30_000, stopMs: 30_000, stopDeadMs: 30_000 };

const ask = (memory: ExternalMemory, text: string) => memory.before({ text, signal: ever });

test("what the SDK sends is what its server expects: a place for the conversation, a query, and both sides of a turn", async () => {
  await using server = await startHonchoServer();
  server.facts = ["Ada likes trains.", "Ada keeps bees."];
  const { memory, warnings } = await attached(server, { apiKey: "hon-1", workspace: "home", person: "ada" });

  const block = await memory.promptBlock();
  const recalled = await ask(memory, "Which trains go there?");
  memory.after({ text: "Which trains go there?", answer: "The night train." });
  const kept = await memory.keep([{ role: "user", text: "x" }], { signal: ever });
  await memory.close();

  expect(block).toContain("- Name: Ada\n\nAda likes trains.\nAda keeps bees.");
  expect(recalled).toContain("Ada likes trains.");
  expect(recalled).not.toContain("bees");
  expect(kept).toContain("They spoke.");
  expect(server.messages).toEqual([
    { session: "s1", peer: "ada", content: "Which trains go there?" },
    { session: "s1", peer: "hermes", content: "The night train." },
  ]);
  const lines = server.requests.map(({ method, path }) => `${method} ${path}`);
  expect(lines.slice(0, 1)).toEqual(["POST "]);
  expect(lines.slice(1, 3).toSorted()).toEqual(["POST /home/peers", "POST /home/peers"]);
  expect(lines.slice(3)).toEqual([
    "POST /home/sessions",
    "GET /home/peers/ada/context",
    "GET /home/peers/ada/context",
    expect.stringMatching(/messages$|summaries$/),
    expect.stringMatching(/messages$|summaries$/),
  ]);
  expect(server.requests[3]?.body).toMatchObject({ id: "s1", peers: { ada: {}, hermes: {} } });
  expect(
    server.requests.find(({ body }) => JSON.stringify(body)?.includes("observe_me"))?.body,
  ).toMatchObject({
    id: "hermes",
    configuration: { observe_me: false },
  });
  expect(server.requests[5]?.query).toMatchObject({ search_query: "Which trains go there?" });
  expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
    new Set(["Bearer hon-1"]),
  );
  expect(warnings).toEqual([]);
});

test("its tools look, search and ask, and change nothing", async () => {
  await using server = await startHonchoServer();
  server.facts = ["Ada likes trains."];
  const { memory } = await attached(server);
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...memory.tools());
  const context = {
    taskId: "t",
    sessionId: "s1",
    callId: "c",
    signal: ever,
    origin: { platform: "t", entryPoint: "chat" },
  };
  const call = async (name: string, args: object) =>
    JSON.parse((await registry.dispatch(name, args, context)).content);

  expect(await call("honcho_profile", {})).toEqual({ profile: "- Name: Ada\n\nAda likes trains." });
  expect(await call("honcho_search", { query: "trains" })).toEqual({
    messages: [{ by: "ada", content: "Ada likes trains.", at: "2026-11-21T10:00:00Z" }],
  });
  expect(await call("honcho_reasoning", { question: "Tea?" })).toEqual({
    answer: "About Tea?: Ada likes trains.",
  });
  await memory.close();
  expect(server.messages).toEqual([]);
});

const troubles: readonly (readonly [string, HonchoBehaviour, RegExp])[] = [
  ["refuses the key", { status: 401, body: '{"detail":"Invalid key"}' }, /Invalid key/],
  ["has too much to do", { status: 429, retryAfter: 3_600 }, /refused with 429/],
  ["is broken", { status: 503, body: "<html>" }, /HTTP 503/],
  ["answers half and closes", "breaks-off", /fetch failed/],
  ["answers something else", { status: 200, body: '{"id":' }, /JSON/],
  ["never answers", "hangs", /is slow/],
  ["stops in the middle of an answer", "stops-in-the-middle", /is slow/],
];

const brief = { waitMs: 150, stopMs: 300 };

test.each(troubles)(
  "a server that %s delays nothing, fails nothing, and is told once",
  async (_, behaviour, told) => {
    await using server = await startHonchoServer();
    server.behaviour = () => behaviour;
    // Only what never ends is not waited for.
    const limits = typeof behaviour === "object" || behaviour === "breaks-off" ? patient : brief;
    const { memory, warnings } = await attached(server, { limits });
    const begun = performance.now();

    expect(await memory.promptBlock()).toBe("");
    for (const text of ["one", "two", "three"]) {
      expect(await ask(memory, text)).toBeUndefined();
      memory.after({ text, answer: "yes" });
    }
    await memory.close();

    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(warnings[0]).toMatch(told);
    expect(warnings.at(-1)).toBe("The memory honcho was not told of 3 messages.");
    expect(warnings.length).toBeLessThanOrEqual(3);
  },
);

test("the health check creates nothing on the server and says why it is unreachable", async () => {
  await using server = await startHonchoServer();
  const provider = await honchoMemory({ baseUrl: server.url, apiKey: "hon-1" });

  await provider.check({ signal: ever });
  server.behaviour = () => ({ status: 404, body: '{"detail":"Workspace not found"}' });
  await provider.check({ signal: ever });
  server.behaviour = () => ({ status: 401, body: '{"detail":"Invalid key"}' });
  await expect(provider.check({ signal: ever })).rejects.toThrow("Invalid key");
  const leaving = new AbortController();
  server.behaviour = () => {
    leaving.abort();
    return "hangs";
  };
  await expect(provider.check({ signal: leaving.signal })).rejects.toThrow();

  expect(server.requests.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET"]);
});

test("a server that comes back is told what it missed, in order", async () => {
  await using server = await startHonchoServer();
  server.behaviour = () => ({ status: 503 });
  const { memory, warnings } = await attached(server);
  memory.after({ text: "one", answer: "1" });
  await expect.poll(() => warnings).toHaveLength(1);

  server.behaviour = () => "answers";
  memory.after({ text: "two", answer: "2" });
  await memory.close();

  expect(server.messages.map(({ content }) => content)).toEqual(["one", "1", "two", "2"]);
});

test("ids that Honcho would not take are changed, and stay different", async () => {
  await using server = await startHonchoServer();
  const provider = await honchoMemory({
    baseUrl: server.url,
    workspace: "Ada's place",
    person: "ada@example.org",
  });
  await provider.start({ ...session, sessionId: "chat/42", signal: ever });
  const other = await honchoMemory({ baseUrl: server.url, workspace: "Ada's place" });
  await other.start({ ...session, sessionId: "chat:42", userId: "7", platform: "telegram", signal: ever });

  const ids = server.requests.flatMap(({ body }) =>
    typeof body === "object" && body !== null && "id" in body ? [String(body.id)] : [],
  );
  expect(ids.every((id) => /^[A-Za-z0-9_-]+$/.test(id))).toBe(true);
  expect(ids.filter((id) => id.startsWith("chat-42-"))).toHaveLength(2);
  expect(new Set(ids.filter((id) => id.startsWith("chat-42-"))).size).toBe(2);
  expect(ids).toContain("telegram-7");
});

test("a long message is sent in pieces that Honcho takes", async () => {
  await using server = await startHonchoServer();
  const { memory } = await attached(server);
  memory.after({ text: "a".repeat(60_000), answer: "" });
  await memory.close();

  expect(server.messages.map(({ content }) => content.length)).toEqual([24_000, 24_000, 12_000]);
});

test("without the package the error says how to install it; without a key, where to put it", async () => {
  // A name that nobody has, so that the loader fails as it does where the package is missing.
  const missing = "@honcho-ai/not-installed";

  await expect(loadSdk(() => import(missing))).rejects.toMatchObject({
    code: "MEMORY_PROVIDER_MISSING",
    hint: expect.stringContaining("npm install @honcho-ai/sdk@2.5.0"),
  });
  await expect(honchoMemory({})).rejects.toMatchObject({ code: "MEMORY_PROVIDER_KEY" });
});
