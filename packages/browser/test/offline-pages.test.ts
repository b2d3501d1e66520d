import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { openOfflinePages } from "../src/tools/index.ts";

const timeout = 180_000;
const { signal } = new AbortController();

test(
  "a page for drawings reaches no network and no file, whatever it tries",
  { timeout },
  async (context) => {
    needs(context, "chromium");
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    // It listens on a port.
    const { port } = server.address() as AddressInfo;
    await using pages = openOfflinePages({ env: process.env });

    const came = await pages.use(
      async (page) => {
        const address = `http://127.0.0.1:${port}`;
        await page.setContent(
          `<!doctype html><link rel="preconnect" href="${address}"><link rel="dns-prefetch" href="//localhost:${port}">
        <img src="${address}/a"><iframe src="${address}/b"></iframe><script src="${address}/c"></script>`,
        );
        return await page.run<readonly string[]>(
          `const failed = (work) => work.then(() => "came", () => "failed");
        const socket = new WebSocket("ws://127.0.0.1:" + argument.port);
        navigator.sendBeacon(argument.address + "/e", "x");
        const came = await Promise.all([
          failed(fetch(argument.address)),
          failed(fetch(argument.file)),
          failed(fetch("http://localhost:" + argument.port)),
          failed(new Promise((resolve, reject) => { socket.onopen = resolve; socket.onclose = reject; })),
        ]);
        window.open(argument.address + "/d");
        return came;`,
          { address, port, file: pathToFileURL(import.meta.filename).href },
        );
      },
      { signal, timeoutMs: 120_000 },
    );
    server.close();

    expect(came).toEqual(["failed", "failed", "failed", "failed"]);
    expect(connections).toBe(0);
  },
);

test(
  "a page that never ends is closed after its time, and the next one draws",
  { timeout },
  async (context) => {
    needs(context, "chromium");
    await using pages = openOfflinePages({ env: process.env });
    const draw = async (script: string, timeoutMs: number) =>
      await pages.use(async (page) => await page.run<number>(script, 2), { signal, timeoutMs });

    await expect(draw("for (;;);", 3_000)).rejects.toMatchObject({ code: "BROWSER_DRAWING_TOO_LONG" });
    expect(await draw("return argument * 2;", 120_000)).toBe(4);
  },
);

test("where there is no browser there is no page", async () => {
  await using pages = openOfflinePages({ env: process.env, executable: "/nowhere/chromium" });

  expect(await pages.use(async () => "drawn", { signal })).toBeUndefined();
});
