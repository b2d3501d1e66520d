// Does calls of tools as the agent, in a process of its own. Arguments: folder of the project, environment as JSON, calls as
// JSON, "end" or "die": whether it ends what it started, or is killed.
import { argv } from "node:process";
import { loadSettings } from "@hermes/config";
import { createRuntime } from "../../src/index.ts";

const [project = "", environment = "{}", calls = "[]", how = "end"] = argv.slice(2);
const env = JSON.parse(environment);
const runtime = createRuntime({
  loaded: await loadSettings({ env }),
  cwd: project,
  env,
  platform: "cli",
  flags: { yolo: true },
});
const registry = await runtime.tools();
const origin = { platform: "cli", entryPoint: "test" };
for (const [tool, args] of JSON.parse(calls)) {
  const context = {
    taskId: "t1",
    sessionId: "s1",
    callId: "c1",
    signal: new AbortController().signal,
    origin,
  };
  const { content } = await registry.dispatch(tool, args, context);
  if ("error" in JSON.parse(content)) throw new Error(content);
}
if (how === "die") process.kill(process.pid, "SIGKILL");
await runtime[Symbol.asyncDispose]();
