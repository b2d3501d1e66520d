import { openBrowsers, browserTools } from "../../src/index.ts";

// A program that opens a page, says so once that has stored what it stores, and then waits to be killed.
const [folder = "", url = "", profile] = process.argv.slice(2);
const browsers = openBrowsers({
  backend: "local",
  egress: "open",
  folderOf: () => folder,
  env: process.env,
  ...(profile === undefined ? {} : { profile, profilesFolder: folder }),
});
const tools = browserTools({ browsers });
const call = async (name: string, args: object): Promise<unknown> =>
  await tools
    .find((tool) => tool.name === name)
    ?.execute(args, {
      taskId: "task",
      sessionId: "task",
      callId: "call",
      signal: new AbortController().signal,
      origin: { platform: "cli", entryPoint: "test" },
    });
await call("browser_navigate", { url });
await call("browser_console", { expression: "Promise.resolve(globalThis.stored).then(() => 1)" });
process.stdout.write("open\n");
setInterval(() => undefined, 1_000);
