// compressing-program.ts FOLDER POINT [ENGINE]: says three things with the real runtime, the third of which shortens the
// history, and kills itself at the point given. POINT: `before N` or `after N` for the N-th write (from 1); `never`. ENGINE:
// `own` has the runtime's own compressor do it after them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { openState } from "@hermes/state";
import { createRuntime } from "../../src/index.ts";
import { watchWrites } from "../kill/watch-writes.ts";
import { modelThatSaves, shortenAt } from "./shortening.ts";

const [folder = "", point = "never", engine = "scripted"] = process.argv.slice(2);
const [when = "", number = "0"] = point.split(" ");
const points: string[] = [];

function die(): void {
  process.kill(process.pid, "SIGKILL");
  // Nothing more may happen, even if the signal takes its time.
  for (;;);
}

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
  model: modelThatSaves(),
  ...(engine === "own" ? {} : { compressor: shortenAt(3) }),
  housekeepingAfterMs: Infinity,
  openStore: (options) =>
    watchWrites(openState(options), {
      before(name) {
        points.push(name);
        if (when === "before" && points.length === Number(number)) die();
      },
      after() {
        if (when === "after" && points.length === Number(number)) die();
      },
    }),
});
const session = await runtime.openSession();
writeFileSync(join(folder, "session"), session.id);
for (const text of ["I drink tea.", `No sugar. ${"And milk. ".repeat(2_000)}`, "Thanks."])
  await session.agent.chat(text);
if (engine === "own")
  for await (const event of session.agent.compress())
    if (event.type === "warning") throw new Error(event.message);
writeFileSync(join(folder, "points"), points.join("\n"));
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
