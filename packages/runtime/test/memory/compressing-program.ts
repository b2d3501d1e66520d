// compressing-program.ts FOLDER POINT [ENGINE]: says things with the real runtime, has the history shortened, and kills itself at
// the point given. POINT: `before N` or `after N` for the N-th write or request (from 1); `never`. ENGINE: `scripted` shortens
// it with the third thing; `own` has the runtime's own compressor do it after them; `twice` lets it leave out repeated results
// first, and condense the rest after another message.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { openState } from "@hermes/state";
import type { Model } from "@hermes/models";
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

function reach(name: string): void {
  points.push(name);
  if (when === "before" && points.length === Number(number)) die();
}

const model: Model = modelThatSaves();
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
  model: {
    ...model,
    stream(request, options) {
      reach("model request");
      return model.stream(request, options);
    },
  },
  ...(engine === "scripted" ? { compressor: shortenAt(3) } : {}),
  housekeepingAfterMs: Infinity,
  openStore: (options) =>
    watchWrites(openState(options), {
      before: reach,
      after() {
        if (when === "after" && points.length === Number(number)) die();
      },
    }),
});
const session = await runtime.openSession();
writeFileSync(join(folder, "session"), session.id);
async function shorten(): Promise<void> {
  for await (const event of session.agent.compress())
    if (event.type === "warning") throw new Error(event.message);
}
if (engine === "twice") {
  for (const name of ["a", "b", "c", "d"]) {
    writeFileSync(join(folder, "project", name), "a line about tea\n".repeat(700));
    await session.agent.chat(`Read ${name}.`);
  }
} else {
  for (const text of ["I drink tea.", `No sugar. ${"And milk. ".repeat(2_000)}`])
    await session.agent.chat(text);
}
await session.agent.chat("Thanks.");
if (engine !== "scripted") await shorten();
if (engine === "twice") {
  await session.agent.chat(`And you? ${"And milk. ".repeat(2_000)}`);
  await session.agent.chat("Good.");
  await shorten();
}
writeFileSync(join(folder, "points"), points.join("\n"));
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
