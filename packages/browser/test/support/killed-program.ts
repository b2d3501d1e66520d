import { openBrowsers, browserTools } from "../../src/index.ts";

// A program that opens a page, says so, and then waits to be killed.
const [folder = "", url = "", profile] = process.argv.slice(2);
const browsers = openBrowsers({
  backend: "local",
  egress: "open",
  folderOf: () => folder,
  env: process.env,
  ...(profile === undefined ? {} : { profile, profilesFolder: folder }),
});
const navigate = browserTools({ browsers }).find(({ name }) => name === "browser_navigate");
await navigate?.execute(
  { url },
  {
    taskId: "task",
    sessionId: "task",
    callId: "call",
    signal: new AbortController().signal,
    origin: { platform: "cli", entryPoint: "test" },
  },
);
process.stdout.write("open\n");
setInterval(() => undefined, 1_000);
