// What the API costs: `api-contestant.ts first`, or `api-contestant.ts streams <library|http> <count>`. Prints one JSON line.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { Model } from "@hermes/models";
import { createRuntime } from "../src/index.ts";
import type { Runtime } from "../src/index.ts";

const token = "owner-token-0123456789";
const words = Array.from({ length: 20 }, (_, index) => `word${index} `);
const halfway = 10;

const [mode = "", name = "", count = "1000"] = process.argv.slice(2);
if (mode === "client") {
  await readStreams(name, Number(count));
} else if (mode === "asker") {
  await askAsTold();
} else {
  const home = mkdtempSync(join(tmpdir(), "hermes-bench-api-"));
  try {
    const result = mode === "first" ? await firstTokens(home) : await memoryOf(home, name, Number(count));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
process.exit(0);

async function runtimeWith(home: string, model: Model): Promise<Runtime> {
  const env = { PATH: process.env["PATH"], HOME: home, HERMES_HOME: join(home, ".hermes") };
  const loaded = await loadSettings({ env });
  return createRuntime({ loaded, cwd: home, env, platform: "api", model, housekeepingAfterMs: Infinity });
}

async function served(runtime: Runtime): Promise<URL> {
  const limits = { requestsPerMinute: 1e9, maxStreams: 10_000 };
  const api = await runtime.api({ token, limits });
  return (await api.serveHttp()).url;
}

/** Milliseconds from the question to the first word, turn by turn in turns: of the library, over the API, over a bare server. */
async function firstTokens(home: string): Promise<object> {
  const runtime = await runtimeWith(
    home,
    scripted(() => ({ chunks: words })),
  );
  const url = await served(runtime);
  const session = await runtime.openSession();
  const bare = await bareServer(async (response) => {
    for await (const event of session.agent.run("Hi"))
      if (event.type === "text-delta")
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: event.text } }] })}\n\n`);
    response.end();
  });
  const library = await runtime.openSession();
  // In a process of its own: here it would read once the whole answer is written.
  const asker = fork(process.argv[1] ?? "", ["asker"]);
  const ask = async (to: URL, session?: string): Promise<number> => {
    asker.send({ url: to.href, headers: session === undefined ? {} : { "x-hermes-session-id": session } });
    const [ms] = await once(asker, "message");
    return Number(ms);
  };
  const measures = {
    library: async () => {
      const startedAt = performance.now();
      let firstAt = 0;
      for await (const event of library.agent.run("Hi"))
        if (event.type === "text-delta" && firstAt === 0) firstAt = performance.now();
      return firstAt - startedAt;
    },
    http: async () => await ask(new URL("/v1/chat/completions", url), "bench"),
    bare: async () => await ask(bare),
    newLibrary: async () => {
      const startedAt = performance.now();
      await using one = await runtime.openSession();
      for await (const event of one.agent.run("Hi"))
        if (event.type === "text-delta") return performance.now() - startedAt;
      return Number.NaN;
    },
    newHttp: async () => await ask(new URL("/v1/chat/completions", url)),
  };
  const taken = Object.fromEntries(Object.keys(measures).map((key) => [key, [] as number[]]));
  const turns = 120;
  for (let turn = 0; turn < turns; turn++)
    for (const [key, measure] of Object.entries(measures)) {
      const ms = await measure();
      // The first ones are compiled.
      if (turn >= turns / 4) taken[key]?.push(ms);
    }
  return Object.fromEntries(Object.entries(taken).map(([key, all]) => [key, middle(all)]));
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function bareServer(answer: (response: ServerResponse) => Promise<void>): Promise<URL> {
  const server = createServer((asked, response) => {
    asked.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    answer(response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`); // Bound to a port, it is no pipe.
}

/** Measures requests for whoever has started this process. */
async function askAsTold(): Promise<never> {
  process.once("disconnect", () => process.exit(0));
  for (;;) {
    const [{ url, headers }] = await once(process, "message");
    process.send?.(await firstWord(new URL(url), headers));
  }
}

async function firstWord(url: URL, headers: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  const asked = send(url, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  asked.end(JSON.stringify({ model: "hermes", stream: true, messages: [{ role: "user", content: "Hi" }] }));
  const [response] = await once(asked, "response");
  let firstAt = 0;
  for await (const chunk of response)
    if (firstAt === 0 && String(chunk).includes("word0")) firstAt = performance.now();
  return firstAt - startedAt;
}

/** Bytes of this process while so many answers are halfway through. */
async function memoryOf(home: string, of: string, streams: number): Promise<object> {
  const gate = Promise.withResolvers<void>();
  const here = Promise.withResolvers<void>();
  let waiting = 0;
  const base = scripted(() => ({ chunks: words }));
  const model: Model = {
    ...{ id: base.id, provider: base.provider, contextWindow: base.contextWindow },
    async *stream(request, options) {
      let shown = 0;
      for await (const event of base.stream(request, options)) {
        yield event;
        if (event.type !== "text-delta" || ++shown !== halfway) continue;
        if (++waiting === streams) here.resolve();
        await gate.promise;
      }
    },
  };
  const runtime = await runtimeWith(home, model);
  // What everybody needs is loaded with the first one.
  await using first = await runtime.openSession();
  const url = of === "http" ? await served(runtime) : undefined;
  const before = await bytesNow();
  let arrived: Promise<number>;
  if (url === undefined) {
    const turn = async (): Promise<number> => {
      const session = await runtime.openSession();
      let got = 0;
      for await (const event of session.agent.run("Hi"))
        if (event.type === "text-delta") got += event.text.length;
      return got;
    };
    arrived = inTurns(streams, turn);
  } else {
    const client = fork(process.argv[1] ?? "", ["client", url.origin, String(streams)]);
    arrived = once(client, "message").then(([message]) => Number(message));
  }
  await here.promise;
  const during = await bytesNow();
  gate.resolve();
  const chars = await arrived;
  void first;
  return {
    heapPerStream: (during.heap - before.heap) / streams,
    rssPerStream: (during.rss - before.rss) / streams,
    missing: words.join("").length * streams - chars,
  };
}

/** Begins them one after another, as clients come, and waits for all. */
async function inTurns(streams: number, turn: () => Promise<number>): Promise<number> {
  const all: Promise<number>[] = [];
  for (let index = 0; index < streams; index++) {
    all.push(turn());
    if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return (await Promise.all(all)).reduce((sum, each) => sum + each, 0);
}

async function bytesNow(): Promise<{ readonly heap: number; readonly rss: number }> {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

/** A process with so many clients, each of which reads one answer. */
async function readStreams(origin: string, streams: number): Promise<void> {
  const url = new URL("/v1/chat/completions", origin);
  const read = async (): Promise<number> => {
    const asked = send(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    asked.end(JSON.stringify({ model: "hermes", stream: true, messages: [{ role: "user", content: "Hi" }] }));
    const [response] = await once(asked, "response");
    let text = "";
    for await (const chunk of response) text += String(chunk);
    return [...text.matchAll(/"content":"([^"]*)"/g)].reduce((sum, [, part = ""]) => sum + part.length, 0);
  };
  process.send?.(await inTurns(streams, read));
  await new Promise((resolve) => setTimeout(resolve, 100));
}
