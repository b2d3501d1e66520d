import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry, allowAll } from "@hermes/registry";
import { browserTools, findChromium, openBrowsers } from "@hermes/browser";

const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
const found = await findChromium({ env });
if ("missing" in found) {
  console.log(`skipped: ${found.missing}`);
  process.exit(0);
}

const server = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(
    `<title>Shop</title><button onclick="out.textContent = 'in the basket'">Buy</button><p id="out"></p>`,
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

// "open": no egress policy, since the page is our own.
const browsers = openBrowsers({
  backend: "local",
  egress: "open",
  folderOf: (taskId) => join(tmpdir(), `browser-example-${taskId}`),
  env,
});
const registry = new ToolRegistry({ guard: allowAll });
registry.register(...browserTools({ browsers }));
const context = {
  taskId: "example",
  sessionId: "example",
  callId: "1",
  signal: new AbortController().signal,
  origin: { platform: "cli", entryPoint: "library" },
};

const opened = await registry.dispatch("browser_navigate", { url: `http://127.0.0.1:${port}/` }, context);
const ref = /Buy.*?\[(@e\d+)\]/.exec(opened.content)?.[1];
const clicked = await registry.dispatch("browser_click", { ref }, context);
console.log(clicked.content.includes("in the basket"));

await browsers[Symbol.asyncDispose]();
server.close();
