import { getEventListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";

/** Takes seconds to be taken apart: its time grows with the square of its length. */
const hard = `<p>start</p><p ${Array.from({ length: 30_000 }, (_, index) => `a${index}=1`).join(" ")}>end</p>${"<".repeat(200_000)}`;

test("a read can be stopped while it connects, while a page comes, and while it is taken apart", async () => {
  await using site = await serve({
    "/silent": () => undefined,
    "/slow": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<p>begins</p>");
    },
    "/hard": hard,
    "/good": "<p>good</p>",
  });
  await using reader = openReader([site.host]);
  for (const path of ["/silent", "/slow", "/hard"]) {
    const controller = new AbortController();
    const read = reader.read(`${site.url}${path}`, { signal: controller.signal });
    await expect.poll(() => site.requests.some((request) => request.path === path)).toBe(true);
    const reason = new Error(`stopped ${path}`);
    controller.abort(reason);

    await expect(read).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  }

  expect(await reader.read(`${site.url}/good`, { signal: AbortSignal.timeout(30_000) })).toMatchObject({
    content: "good",
  });
});

test("a read that is stopped while its page is taken apart ends at once, and its worker with it", async () => {
  let sent = false;
  await using site = await serve({
    "/": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(hard, () => (sent = true));
    },
    "/good": "<p>good</p>",
  });
  await using reader = openReader([site.host], { limits: { maxWorkers: 1, extractTimeoutMs: 60_000 } });
  const signal = AbortSignal.timeout(60_000);
  await reader.read(`${site.url}/good`, { signal });
  const controller = new AbortController();
  const reason = new Error("stopped");
  const read = reader.read(`${site.url}/`, { signal: controller.signal });
  await expect.poll(() => sent).toBe(true);
  // The page has been sent and takes a second and more to be taken apart.
  await wait(150);
  controller.abort(reason);

  await expect(read).rejects.toBe(reason);
  expect(await reader.read(`${site.url}/good`, { signal, fresh: true })).toMatchObject({ content: "good" });
});

test("stopped at any moment, a read gives its page or the reason, and the next one is read", async () => {
  await using site = await serve({ "/": `<p>${"word ".repeat(20_000)}</p>`, "/good": "<p>good</p>" });
  await using reader = openReader([site.host]);
  const reason = new Error("stopped");

  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60 }), async (afterMs) => {
      const controller = new AbortController();
      const read = reader
        .read(`${site.url}/`, { signal: controller.signal, fresh: true })
        .catch((error: unknown) => error);
      await wait(afterMs);
      controller.abort(reason);
      const outcome = await read;
      expect(outcome === reason || (outcome as { readonly ok?: boolean }).ok).toBe(true);
    }),
    { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 25 : 10 },
  );

  expect(await reader.read(`${site.url}/good`, { signal: AbortSignal.timeout(30_000) })).toMatchObject({
    content: "good",
  });
});

test("a signal that is aborted before stops a read of the cache, too", async () => {
  await using site = await serve({ "/": "<p>x</p>" });
  await using reader = openReader([site.host]);
  await reader.read(`${site.url}/`, { signal: AbortSignal.timeout(30_000) });

  await expect(
    reader.read(`${site.url}/`, { signal: AbortSignal.abort(new Error("before")) }),
  ).rejects.toThrow("before");
});

test("the event loop goes on while a hostile page is read, and its bare text is given", async () => {
  await using site = await serve({ "/": hard });
  await using reader = openReader([site.host], { limits: { extractTimeoutMs: 300 } });
  const before = performance.eventLoopUtilization();

  const result = await reader.read(`${site.url}/`, { signal: AbortSignal.timeout(60_000) });
  const { utilization } = performance.eventLoopUtilization(before);

  expect(result).toMatchObject({ ok: true });
  expect(result.ok && result.content).toContain("start");
  expect(result.ok ? result.notes : []).toContain(
    "The page takes too much time to be read as Markdown; this is its bare text.",
  );
  // A share, and no time: on a slow machine both grow. Taken apart here, the page would have all of it.
  expect(utilization).toBeLessThan(0.5);
});

test("a hostile page does not keep others from being read", async () => {
  await using site = await serve({ "/hard": hard, "/good": "<p>good</p>" });
  await using reader = openReader([site.host], { limits: { extractTimeoutMs: 1_000 } });
  const order: string[] = [];
  const read = async (path: string): Promise<void> => {
    await reader.read(`${site.url}${path}`, { signal: AbortSignal.timeout(60_000) });
    order.push(path);
  };
  const first = read("/hard");
  await expect.poll(() => site.requests.length).toBe(1);

  await Promise.all([first, read("/good")]);

  expect(order).toEqual(["/good", "/hard"]);
});

test("a page that takes too much memory ends its worker and nothing else", async () => {
  await using site = await serve({ "/big": "<p>word <b>x</b></p>".repeat(60_000), "/good": "<p>good</p>" });
  await using reader = openReader([site.host], { limits: { extractMemoryMb: 64, extractTimeoutMs: 30_000 } });
  const signal = AbortSignal.timeout(60_000);

  const big = await reader.read(`${site.url}/big`, { signal });

  expect(big.ok ? big.notes : []).toContain(
    "The page takes too much memory to be read as Markdown; this is its bare text.",
  );
  expect(await reader.read(`${site.url}/good`, { signal })).toMatchObject({ content: "good" });
});
