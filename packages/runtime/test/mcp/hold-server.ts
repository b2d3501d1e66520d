// Starts the server "box" of a home, has it leave a process behind, says so, and waits to be killed.
// Arguments: home of Hermes, folder of the work, seconds that the left process sleeps.
import { argv, env } from "node:process";
import { loadSettings } from "@hermes/config";
import { createRuntime } from "../../src/index.ts";

const [home = "", cwd = "", seconds = ""] = argv.slice(2);
const own = { ...env, HERMES_HOME: home };
const runtime = createRuntime({ loaded: await loadSettings({ env: own }), cwd, env: own, platform: "cli" });
const mcp = await runtime.mcp();
await mcp.allow("box", true);
await mcp.call("box", "act", { deed: "leave", on: seconds }, { signal: AbortSignal.timeout(30_000) });
process.stdout.write("ready\n");
setInterval(() => undefined, 60_000);
