// What the tools add to the library: a call of browser_click and browser_type through the registry beside the bare library that does
// the same and takes its own snapshot, each in a page of its own with the same content, in turns.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserTools, openBrowsers } from "@hermes/browser";
import { ToolRegistry } from "@hermes/registry";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { chromium } from "playwright-core";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 30 : 150;
const html = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <label>Name <input id="name"></label><button id="count" type="button" onclick="out.textContent = Number(out.textContent) + 1">Count</button>
  <p id="out">0</p><main id="rows"></main><script>
  rows.innerHTML = Array.from({ length: 50 }, (_, i) =>
    \`<div class="row"><a href="/item/\${i}">Item \${i}</a><p>Some <b>text</b> about it</p><button>Buy \${i}</button></div>\`).join("");
  </script>`;

const server = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(html);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
const folder = mkdtempSync(join(tmpdir(), "hermes-browser-bench-"));
const executablePath = process.env["HERMES_CHROMIUM"] ?? "/usr/bin/chromium";

const browsers = openBrowsers({
  backend: "local",
  egress: "open",
  folderOf: (taskId) => join(folder, taskId),
  env: process.env,
  executable: executablePath,
});
const registry = new ToolRegistry({ guard: () => ({ allow: true }) });
registry.register(...browserTools({ browsers }));
const bare = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

async function call(name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const { content, isError } = await registry.dispatch(`browser_${name}`, args, {
    taskId: "bench",
    sessionId: "bench",
    callId: "call",
    signal: AbortSignal.timeout(60_000),
    origin: { platform: "cli", entryPoint: "bench" },
  });
  if (isError) throw new Error(content);
  return JSON.parse(content) as Readonly<Record<string, unknown>>; // Results are JSON of an object.
}

try {
  const snapshot = String((await call("navigate", { url }))["snapshot"]);
  const refOf = (text: string): string =>
    /\[(@e\d+)\]/.exec(snapshot.split("\n").find((line) => line.includes(text)) ?? "")?.[1] ?? "";
  const page = await bare.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(url);
  let count = 0;
  const click = refOf('button "Count"');
  const field = refOf('textbox "Name"');
  const actions = [
    {
      name: "browser_click",
      ours: async () => call("click", { ref: click }),
      bare: async () => {
        await page.locator("#count").click();
        await page.ariaSnapshot({ mode: "ai" });
      },
    },
    {
      name: "browser_type",
      ours: async () => call("type", { ref: field, text: `Ada ${String((count += 1))}` }),
      bare: async () => {
        await page.locator("#name").fill(`Ada ${String((count += 1))}`);
        await page.ariaSnapshot({ mode: "ai" });
      },
    },
  ];
  for (const { name, ...contestants } of actions) {
    const times = { ours: [] as number[], bare: [] as number[] };
    await waitQuiet();
    for (let round = -8; round < rounds; round += 1)
      for (const contestant of ["ours", "bare"] as const) {
        const startedAt = performance.now();
        await contestants[contestant]();
        if (round >= 0) times[contestant].push(performance.now() - startedAt);
      }
    const floor = median(times.bare);
    report({
      figure: `browser: ${name}, page of 300 nodes`,
      unit: "ms",
      value: median(times.ours),
      better: "lower",
      goal: floor * 1.3,
      floor: { name: "action and page.ariaSnapshot of Playwright", value: floor },
    });
  }
} finally {
  await Promise.all([browsers[Symbol.asyncDispose](), bare.close()]);
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
