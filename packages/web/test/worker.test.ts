import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";

const signal = AbortSignal.timeout(60_000);
const worker = pathToFileURL(join(import.meta.dirname, "../src/extract-worker.ts"));

test("the program of the threads can be given by its address or its path", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  for (const workerUrl of [worker, worker.href, join(import.meta.dirname, "../src/extract-worker.ts")]) {
    await using reader = openReader([site.host], { workerUrl });

    expect(await reader.read(`${site.url}/`, { signal })).toMatchObject({ content: "text" });
  }
});

test("a program that is not there is an error that says what a bundle has to bring", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  await using reader = openReader([site.host], { workerUrl: join(import.meta.dirname, "nowhere.js") });

  await expect(reader.read(`${site.url}/`, { signal })).rejects.toMatchObject({
    code: "WEB_WORKER_FAILED",
    hint: expect.stringContaining("workerUrl") as string,
  });
});

test("a closed reader reads no more", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  const reader = openReader([site.host]);
  await reader[Symbol.asyncDispose]();

  await expect(reader.read(`${site.url}/`, { signal })).rejects.toMatchObject({ code: "WEB_READER_CLOSED" });
});

test("a program ends though its reader is still open, and is done when a page is read", async () => {
  await using site = await serve({ "/": "<p>text</p>" });
  const face = pathToFileURL(join(import.meta.dirname, "../src/index.ts")).href;
  const program = `
    const { createWebReader } = await import(${JSON.stringify(face)});
    const reader = createWebReader({ fetch: (url, { signal }) => fetch(url, { signal }) });
    const page = await reader.read(${JSON.stringify(`${site.url}/`)}, { signal: new AbortController().signal });
    console.log(page.content);`;

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@hermes/source", "--input-type=module", "-e", program],
    { cwd: join(import.meta.dirname, ".."), timeout: 25_000 },
  );

  expect(stdout).toBe("text\n");
});
