import { startScriptedServer } from "@hermes/models/testing";
import type { ScriptedServer } from "@hermes/models/testing";
import { needs } from "@hermes/tooling/prerequisites";
import { build } from "esbuild";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type * as program from "./program.ts";

let code = "";

// No module of Node resolves for a browser: an `import` of one would fail here.
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("program.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "program",
    platform: "browser",
    conditions: ["@hermes/source"],
    // Not installed.
    external: ["openai", "@anthropic-ai/sdk", "@smithy/*"],
    minify: true,
    write: false,
  });
  code = outputFiles[0]?.text ?? "";
});

const answers = {
  text: "Done: grüße 🙂",
  results: ['{"removed":"shopping"}', '{"note":"other","text":"grüße"}'],
  asked: ['remove {"note":"shopping"}'],
  remembered: 5,
};

/** A model server for one conversation, whose first request comes too soon. */
function startServer(): Promise<ScriptedServer> {
  const calls = [
    { name: "remove", arguments: { note: "shopping" } },
    { name: "look", arguments: { note: "other" } },
  ];
  return startScriptedServer({
    script: [
      { status: 529 },
      { reasoning: "Two.", calls, bytesPerWrite: 7 },
      { text: answers.text, bytesPerWrite: 3 },
    ],
  });
}

const protocols = ["chat", "responses", "messages", "gemini", "ollama"];

test.each(protocols)(
  "%s: a turn with calls and approvals needs nothing but what edge runtimes have",
  async (protocol) => {
    await using server = await startServer();

    expect(await edgeProgram().converse(protocol, server.url)).toEqual(answers);
  },
);

test.each([
  ["auth", { status: 401 }],
  ["rate-limit", { status: 429 }],
  ["server", { raw: "data: {}\n\n" }],
])("at the edge, without an SDK, %s is told apart", async (kind, answer) => {
  await using server = await startScriptedServer({ script: () => answer });

  expect(await edgeProgram().failure("chat", server.url)).toBe(kind);
});

test("at the edge a server that is not there is unreachable", async () => {
  const server = await startScriptedServer({ script: [] });
  await server.close();

  expect(await edgeProgram().failure("messages", server.url)).toBe("unreachable");
});

test("in Chromium a turn with calls and approvals runs with every protocol", async (context) => {
  needs(context, "chromium");
  const browser = await chromium.launch({ executablePath: programOf("chromium"), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    for (const protocol of protocols) {
      await using server = await startServer();
      // A page of the server itself: no other would be allowed to call it.
      await page.goto(`${server.url}/v1/models`);
      await page.addScriptTag({ content: code });
      const said = await page.evaluate(`program.converse(${JSON.stringify(protocol)}, location.origin)`);
      expect({ protocol, said }).toEqual({ protocol, said: answers });
    }
    expect(await page.evaluate(`program.failure("chat", "http://127.0.0.1:9")`)).toBe("unreachable");
  } finally {
    await browser.close();
  }
});

/** The program in a realm without `process`, `Buffer`, `require` and modules. */
function edgeProgram(): typeof program {
  const { fetch, Headers, Request, Response, ReadableStream, TransformStream, TextDecoder, TextEncoder } =
    globalThis;
  const { AbortController, AbortSignal, DOMException, Event, EventTarget, URL, URLSearchParams } = globalThis;
  const { crypto, performance, console, structuredClone, queueMicrotask, clearTimeout, clearInterval } =
    globalThis;
  const realm = createContext({
    ...{ fetch, Headers, Request, Response, ReadableStream, TransformStream, TextDecoder, TextEncoder },
    ...{ AbortController, AbortSignal, DOMException, Event, EventTarget, URL, URLSearchParams },
    ...{ crypto, performance, console, structuredClone, queueMicrotask, clearTimeout, clearInterval },
    // Numbers, as everywhere but in Node.
    setTimeout: (run: () => void, ms: number) => Number(setTimeout(run, ms)),
    setInterval: (run: () => void, ms: number) => Number(setInterval(run, ms)),
  });
  // The bundle puts the exports of its entry there.
  return runInContext(`${code}; program`, realm) as typeof program;
}

function programOf(name: string): string {
  const found = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);
  if (found === undefined) throw new Error(`${name} is not in the PATH.`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

test("a bundle of the loop and a provider has no translations of zod, and is under 140 kB gzipped", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        import { Agent, defineTool, openaiChat } from "@hermes/agent-loop";
        import * as z from "zod";
        const tools = [defineTool({ name: "look", description: "", input: z.object({}), execute: () => 1 })];
        export const ask = (apiKey) => new Agent({ model: openaiChat({ model: "m", apiKey }), tools }).chat("Hi.");`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    ...{ bundle: true, minify: true, format: "esm", platform: "browser", write: false, metafile: true },
    conditions: ["@hermes/source"],
    external: ["openai", "@anthropic-ai/sdk", "@smithy/*"],
  });
  const [bundled] = Object.values(metafile.outputs);
  const translations = Object.entries(bundled?.inputs ?? {}).filter(
    ([file, { bytesInOutput }]) => /zod\/v4\/locales\/(?!en\.|index\.)/.test(file) && bytesInOutput > 0,
  );

  expect(translations.map(([file]) => file)).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "").byteLength).toBeLessThan(140_000);
});
