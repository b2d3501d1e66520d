// talking-program.ts FOLDER: says two things with the real runtime and ends, as a program of one's own would.
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "../../src/index.ts";

const [folder = ""] = process.argv.slice(2);
const env = {
  PATH: process.env["PATH"],
  HOME: folder,
  HERMES_HOME: join(folder, "home"),
  TERMINAL_WALL: "open",
};
const runtime = createRuntime({
  loaded: await loadSettings({ env }),
  cwd: join(folder, "project"),
  env,
  platform: "cli",
  model: scripted(() => ({ text: "Yes." })),
  housekeepingAfterMs: Infinity,
  onWarning: (message) => void process.stdout.write(`${message}\n`),
});
const session = await runtime.openSession();
for (const text of ["One", "Two"]) await session.agent.chat(text);
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
process.stdout.write("ended\n");
