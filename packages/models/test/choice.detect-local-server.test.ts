import { expect, test } from "vitest";
import { detectLocalServer, type LocalCandidate } from "../src/index.ts";
import { answering, closedOrigin, startLoopback } from "./support/loopback.ts";

const list = (...ids: readonly string[]): unknown => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model" })),
});

function candidate(origin: string, id = "llamacpp"): LocalCandidate {
  return { id, label: id, baseUrl: `${origin}/v1` };
}

/** Waits longer than a busy machine needs to answer itself. */
function detect(options: Parameters<typeof detectLocalServer>[0]): ReturnType<typeof detectLocalServer> {
  return detectLocalServer({ timeoutMs: 30_000, ...options });
}

test("a server that lists models is found with its models", async () => {
  const { origin } = await startLoopback(answering(200, list("qwen3", "llama3.2")));

  expect(await detect({ servers: [candidate(origin)] })).toEqual({
    ...candidate(origin),
    models: ["qwen3", "llama3.2"],
  });
});

test.each([
  ["a page", 200, "<html>hello</html>"],
  ["JSON of another kind", 200, { data: [{ id: "user-1" }] }],
  ["an object of another kind", 200, { object: "page", data: [{ id: "a" }] }],
  ["a list of other things", 200, { object: "list", data: ["a"] }],
  ["an error", 404, { object: "list", data: [{ id: "a" }] }],
])("a web server that answers %s is not taken for a model server", async (_, status, body) => {
  const { origin } = await startLoopback(answering(status, body));

  expect(await detect({ servers: [candidate(origin)] })).toBeUndefined();
});

test("the first place that has a model wins, also when others answer sooner", async () => {
  const slow = await startLoopback((_, response) => {
    setTimeout(() => response.end(JSON.stringify(list("slow"))), 30);
  });
  const fast = await startLoopback(answering(200, list("fast")));
  const empty = await startLoopback(answering(200, { object: "list", data: null }));

  const servers = [candidate(empty.origin, "ollama"), candidate(slow.origin), candidate(fast.origin)];

  expect((await detect({ servers }))?.models).toEqual(["slow"]);
});

test("a server without models is found when no other has one", async () => {
  const empty = await startLoopback(answering(200, { object: "list", data: null }));

  expect(await detect({ servers: [candidate(empty.origin, "ollama")] })).toMatchObject({
    id: "ollama",
    models: [],
  });
});

test("a server that does not answer in time is not waited for", async () => {
  const { origin } = await startLoopback(() => {});

  expect(await detect({ servers: [candidate(origin)], timeoutMs: 50 })).toBeUndefined();
});

test("where nobody listens there is nothing", async () => {
  expect(await detect({ servers: [candidate(await closedOrigin())] })).toBeUndefined();
});

test("models in memory come first, then those made for talking; embeddings are left out", async () => {
  const { origin } = await startLoopback((request, response) => {
    const body =
      request.url === "/api/ps"
        ? { models: [{ name: "mistral:7b" }] }
        : list("nomic-embed-text", "base", "qwen-instruct", "mistral:7b");
    response.end(JSON.stringify(body));
  });

  const found = await detect({ servers: [candidate(origin, "ollama")] });

  expect(found?.models).toEqual(["mistral:7b", "qwen-instruct", "base"]);
});

test("what LM Studio has loaded comes first", async () => {
  const { origin } = await startLoopback((request, response) => {
    const loaded = {
      object: "list",
      data: [
        { id: "b", state: "loaded" },
        { id: "a", state: "not-loaded" },
      ],
    };
    response.end(JSON.stringify(request.url === "/api/v0/models" ? loaded : list("a", "b")));
  });

  expect((await detect({ servers: [candidate(origin, "lmstudio")] }))?.models).toEqual(["b", "a"]);
});

test("OLLAMA_HOST says where Ollama is", async () => {
  const { origin, requests } = await startLoopback(answering(200, list("here")));

  const found = await detect({
    env: { OLLAMA_HOST: origin.replace("http://", "") },
  });

  expect(found).toMatchObject({ id: "ollama", baseUrl: `${origin}/v1`, models: ["here"] });
  expect(requests.map((request) => request.url).toSorted()).toEqual(["/api/ps", "/v1/models"]);
});

test("an abort is thrown as it is", async () => {
  const reason = { left: true };
  const controller = new AbortController();
  const { origin } = await startLoopback(() => controller.abort(reason));

  const found = detect({
    servers: [candidate(origin)],
    signal: controller.signal,
  });

  await expect(found).rejects.toBe(reason);
});
