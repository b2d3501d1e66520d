// Opens a session and makes its first request, and prints how long that took: `mcp-start-contestant HOME [prepare]`.
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import { dirname } from "node:path";

const [, , home = "", mode] = process.argv;
const env = { PATH: process.env["PATH"], HOME: dirname(home), HERMES_HOME: home, TERMINAL_WALL: "open" };
const loaded = await loadSettings({ env });
const model = scripted([{ text: "Hello." }]);
const startedAt = performance.now();
const runtime = createRuntime({
  loaded,
  env,
  cwd: dirname(home),
  platform: "cli",
  model,
  onWarning: console.error,
});
if (mode === "prepare") {
  const mcp = await runtime.mcp();
  for (const { name } of await mcp.list()) {
    // oxlint-disable-next-line no-await-in-loop -- each is a process of its own
    await mcp.allow(name, true);
    // oxlint-disable-next-line no-await-in-loop
    await mcp.catalogue(name, { signal: AbortSignal.timeout(60_000) });
  }
}
const session = await runtime.openSession();
await session.agent.chat("Hi.");
const ms = performance.now() - startedAt;
const { system, user } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    ms,
    cpuMs: (system + user) / 1_000,
    tools: [...(session.agent.offered ?? [])].filter((name) => name.startsWith("mcp_")).length,
  }),
);
await runtime[Symbol.asyncDispose]();
