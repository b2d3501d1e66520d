import { createRuntime } from "@hermes/runtime";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "hermes-example-"));
const env = { ...process.env, HERMES_HOME: join(folder, "home") };

// Leave `model` out to work with the model of the settings and the environment.
const model = scripted([
  { calls: [{ name: "terminal", arguments: { command: "echo hello from a real shell" } }] },
  { text: "Done." },
]);

const loaded = await loadSettings({ env });
const runtime = createRuntime({ loaded, cwd: folder, env, platform: "library", model });
try {
  const session = await runtime.openSession();
  for await (const event of session.agent.run("Say hello from the shell.")) {
    if (event.type === "tool-call-end") console.log(event.content);
    if (event.type === "turn-end") console.log(event.text);
  }
  await session[Symbol.asyncDispose]();
} finally {
  await runtime[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}
