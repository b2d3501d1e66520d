// hold-home.ts FOLDER: opens a session in the home of FOLDER/person and prints `open`. Each line on its input is a call of
// the terminal (JSON), answered by `asked` for each question, with its tool, and `done`. `end` closes the session.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "../../src/index.ts";

const [folder = ""] = process.argv.slice(2);
const home = join(folder, "person");
const env = {
  PATH: process.env["PATH"],
  HOME: home,
  HERMES_HOME: join(home, ".hermes"),
  TERMINAL_WALL: "open",
};
let calls: readonly object[] = [];
const runtime = createRuntime({
  loaded: await loadSettings({ env }),
  cwd: join(home, "project"),
  env,
  platform: "cli",
  model: scripted(({ messages }) => {
    const [call, ...rest] = messages.at(-1)?.role === "user" ? calls : [];
    calls = rest;
    return call === undefined ? { text: "Done." } : { calls: [{ name: "terminal", arguments: { ...call } }] };
  }),
  approver: async ({ tool }) => {
    console.log(`asked ${tool}`);
    return tool === "hermes" ? { approved: false, reason: "No." } : { approved: true, scope: "once" };
  },
  housekeepingAfterMs: Infinity,
});
const session = await runtime.openSession();
console.log("open");
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "end") break;
  calls = [JSON.parse(line)];
  await session.agent.chat("Go on.");
  console.log("done");
}
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
