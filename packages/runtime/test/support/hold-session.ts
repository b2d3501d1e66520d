// hold-session.ts FOLDER: takes a turn with the real runtime that does one thing, and asks about a second one. Prints
// `session ID` and `asked`; a line on its input is a yes. At the end it prints the answer, or the code of the error.
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { createRuntime } from "../../src/index.ts";

const [folder = ""] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin });
const command = (text: string) => ({ name: "terminal", arguments: { command: text } });
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
  model: scripted([
    { calls: [command("echo one >> ../ledger")] },
    { calls: [command("git push --force 2>&1; echo two >> ../ledger")] },
    { text: "Done." },
  ]),
  approver: async () => {
    console.log("asked");
    await once(lines, "line");
    return { approved: true, scope: "once" };
  },
  housekeepingAfterMs: Infinity,
});
const session = await runtime.openSession();
console.log(`session ${session.id}`);
try {
  console.log(`ended ${await session.agent.chat("Do two things.")}`);
} catch (error) {
  console.log(`ended ${HermesError.is(error) ? error.code : String(error)}`);
}
lines.close();
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
