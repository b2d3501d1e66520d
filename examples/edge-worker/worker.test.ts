import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { startScriptedServer } from "@hermes/models/testing";
import { build } from "esbuild";
import { answer } from "./offline-answers.ts";

/** What an edge runtime has: no `process`, no `require`, no module of Node. */
const names = [
  ...["AbortController", "AbortSignal", "Blob", "DOMException", "Event", "EventTarget", "Headers", "Request"],
  ...["Response", "ReadableStream", "TransformStream", "WritableStream", "TextDecoder", "TextEncoder", "URL"],
  ...["URLSearchParams", "atob", "btoa", "clearTimeout", "crypto", "fetch", "performance", "queueMicrotask"],
  ...["setTimeout", "setInterval", "clearInterval", "structuredClone", "TextDecoderStream", "FormData"],
];

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL("worker.ts", import.meta.url).pathname],
    ...{ bundle: true, write: false, format: "iife", globalName: "worker", platform: "browser" },
    ...{ target: "es2023", logLevel: "error" },
  });
  return outputFiles[0]!.text;
}

test("a whole turn with a tool runs where there is no Node, and its spans are told", async () => {
  const server = await startScriptedServer({ script: answer });
  const told: { name: string; attributes: Record<string, unknown> }[] = [];
  const console = { dir: (span: (typeof told)[number]) => told.push(span), warn() {}, error() {}, log() {} };
  const globals = Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]));
  const context = vm.createContext({ ...globals, console });
  vm.runInContext(`globalThis.self = globalThis; ${await bundle()}; globalThis.worker = worker;`, context);
  const env = { OPENAI_API_KEY: "x", OPENAI_BASE_URL: server.openaiUrl };
  try {
    const request = new Request("https://worker.example/", { method: "POST", body: "What time is it?" });
    const response: Response = await context["worker"].default.fetch(request, env);
    const text = await response.text();

    assert.match(text, /^The clock says .*Europe\/Lisbon/);
    assert.deepEqual(told.map(({ name }) => name.split(" ")[0]).sort(), [
      ...["chat", "chat", "execute_tool", "invoke_agent"],
    ]);
  } finally {
    await server.close();
  }
});
