import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { anthropicMessages, openaiChat } from "../src/index.ts";
import type { ModelEvent, ModelRequest } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { startLoopback } from "./support/loopback.ts";
import { collect, never } from "./support/models.ts";

const request: ModelRequest = {
  system: "s",
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

describe("the way to the provider", () => {
  test("one connection serves all requests of a model", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });
    const model = openaiChat({ model: "m", baseUrl: server.openaiUrl });

    for (let round = 0; round < 5; round++) await collect(model.stream(request, { signal: never }));

    expect(server.connections).toBe(1);
  });

  test("a redirect is not followed, so that the key stays with its host", async () => {
    await using stranger = await startScriptedServer({ script: () => ({ text: "stolen" }) });
    const location = `${stranger.openaiUrl}/chat/completions`;
    await using server = await startScriptedServer({
      script: () => ({ status: 307, headers: { location }, body: "" }),
    });
    const model = openaiChat({
      model: "m",
      baseUrl: server.openaiUrl,
      apiKey: "secret",
    });

    const reading = collect(model.stream(request, { signal: never }));

    await expect(reading).rejects.toMatchObject({
      name: "ModelError",
      kind: "bad-request",
      message: expect.stringContaining("sends requests elsewhere (307)"),
    });
    expect(stranger.requests).toHaveLength(0);
  });

  test("headers that the SDKs find in the environment are not sent", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });
    const script = fileURLToPath(new URL("support/ask-once.ts", import.meta.url));
    const environment = {
      OPENAI_API_KEY: "environment-key",
      OPENAI_ORG_ID: "environment-org",
      OPENAI_PROJECT_ID: "environment-project",
      OPENAI_CUSTOM_HEADERS: "X-Secret: environment-header\nAuthorization: environment-authorization",
      ANTHROPIC_API_KEY: "environment-key",
      ANTHROPIC_AUTH_TOKEN: "environment-token",
      ANTHROPIC_CUSTOM_HEADERS: "X-Secret: environment-header",
    };

    for (const args of [
      ["chat", server.openaiUrl],
      ["messages", server.url],
    ])
      await run([script, ...args], environment);

    expect(server.requests).toHaveLength(2);
    for (const { headers } of server.requests) expect(JSON.stringify(headers)).not.toContain("environment");
  });

  test("the key and the headers that were given are sent, and the client says who it is", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });
    const options = { apiKey: "k", headers: { "X-Title": "Hermes" } };

    await collect(
      openaiChat({ model: "m", baseUrl: server.openaiUrl, ...options }).stream(request, { signal: never }),
    );
    await collect(
      anthropicMessages({ model: "m", baseUrl: server.url, ...options }).stream(request, { signal: never }),
    );

    const [chat, messages] = server.requests.map((recorded) => recorded.headers);
    expect(chat).toMatchObject({
      authorization: "Bearer k",
      "x-title": "Hermes",
      "user-agent": "hermes-models",
    });
    expect(messages).toMatchObject({
      "x-api-key": "k",
      "x-title": "Hermes",
      "anthropic-version": expect.stringMatching(/^\d{4}-/),
    });
  });

  test("without a key no authorization is sent", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });

    await collect(openaiChat({ model: "m", baseUrl: server.openaiUrl }).stream(request, { signal: never }));
    await collect(anthropicMessages({ model: "m", baseUrl: server.url }).stream(request, { signal: never }));

    for (const { headers } of server.requests)
      expect(headers["authorization"] ?? headers["x-api-key"]).toBeUndefined();
  });

  test("an abort before the first byte throws its reason untouched, and hangs up", async () => {
    let onRequest = (): void => {};
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    let onClose = (): void => {};
    const closed = new Promise<void>((resolve) => (onClose = resolve));
    const server = await startLoopback((_, response) => {
      response.on("close", onClose);
      onRequest();
    });
    const controller = new AbortController();
    const reason = { my: "reason" };
    const model = openaiChat({ model: "m", baseUrl: server.origin });

    const reading = collect(model.stream(request, { signal: controller.signal }));
    await requested;
    controller.abort(reason);

    await expect(reading).rejects.toBe(reason);
    await closed;
  });

  test("an abort in the middle of an answer throws its reason untouched, and hangs up", async () => {
    await using server = await startScriptedServer({ script: [{ chunks: ["a", "b"], stall: "deltas" }] });
    const controller = new AbortController();
    const reason = new Error("enough");
    const seen: ModelEvent[] = [];
    const model = openaiChat({ model: "m", baseUrl: server.openaiUrl });

    const reading = (async () => {
      for await (const event of model.stream(request, { signal: controller.signal })) {
        seen.push(event);
        if (seen.length === 2) controller.abort(reason);
      }
    })();

    await expect(reading).rejects.toBe(reason);
    expect(seen).toHaveLength(2);
  });

  test("a reader that leaves closes the connection of an unfinished answer", async () => {
    let onClose = (): void => {};
    const closed = new Promise<void>((resolve) => (onClose = resolve));
    const server = await startLoopback((_, response) => {
      response.on("close", onClose);
      response.writeHead(200).write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
    });
    const model = openaiChat({ model: "m", baseUrl: server.origin });

    for await (const event of model.stream(request, { signal: never }))
      if (event.type === "text-delta") break;

    await closed;
  });

  test("a connection that the server closed while it was idle is replaced without a retry", async () => {
    const served = new Set<unknown>();
    const answer = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const server = await startLoopback(({ socket }, response) => {
      // Too late: the next request is on its way when the server closes.
      if (served.has(socket)) return socket.resetAndDestroy();
      served.add(socket);
      return response.writeHead(200, { "content-length": Buffer.byteLength(answer) }).end(answer);
    });
    const model = openaiChat({ model: "m", baseUrl: server.origin, retry: { retries: 0 } });

    await collect(model.stream(request, { signal: never }));
    const events = await collect(model.stream(request, { signal: never }));

    expect(events.at(-1)).toMatchObject({ type: "finish" });
    expect(served.size).toBe(2);
  });

  test("an idle connection does not keep the process alive", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });
    const script = fileURLToPath(new URL("support/ask-once.ts", import.meta.url));

    const code = await run([script, "chat", server.openaiUrl], {});

    expect(code).toBe(0);
  });

  test("a slow reader applies backpressure to the server", { timeout: 20_000 }, async () => {
    let written = 0;
    const piece = `data: {"choices":[{"delta":{"content":"${"x".repeat(1000)}"}}]}\n\n`.repeat(100);
    const server = await startLoopback((_, response) => {
      const more = (): void => {
        while (written < 400 && response.write(piece)) written += 1;
        if (written >= 400) return;
        written += 1;
        response.once("drain", more);
      };
      response.writeHead(200);
      more();
    });
    const model = openaiChat({ model: "m", baseUrl: server.origin });

    const iterator = model.stream(request, { signal: never })[Symbol.asyncIterator]();
    await iterator.next();
    await untilStill(() => written);

    expect(written).toBeLessThan(300);
    await iterator.return?.();
  });
});

/** Resolves when a value has not changed over many turns of the event loop. */
async function untilStill(value: () => number): Promise<void> {
  let last = value();
  for (let still = 0; still < 200; still++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (value() !== last) still = 0;
    last = value();
  }
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@hermes/source", ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", resolve);
  });
}
