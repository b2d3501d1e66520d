// take-turn.ts FOLDER POINT: takes the scripted turn with the real runtime, has it condensed, and kills itself at the point given.
// POINT: `before N` or `after N` for the N-th write (from 1); `during N`: a moment after it; `question N`: while the N-th
// question to the person is open; `never`.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { openState } from "@hermes/state";
import { loadSettings } from "@hermes/config";
import { bestIsolation, withIsolation } from "../support/with-isolation.ts";
import { createRuntime } from "../../src/index.ts";
import { watchWrites } from "./watch-writes.ts";
import { nextAnswer } from "./work.ts";

const [folder = "", point = "never"] = process.argv.slice(2);
const [when = "", number = "0"] = point.split(" ");
const points: string[] = [];
let questions = 0;

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
  loaded: withIsolation(await loadSettings({ env }), bestIsolation),
  cwd: join(folder, "project"),
  env,
  platform: "cli",
  model: scripted(({ messages }) => nextAnswer(messages)),
  approver: async ({ tool }) => {
    appendFileSync(join(folder, "approvals"), `${tool}\n`);
    questions += 1;
    if (when === "question" && questions === Number(number)) die();
    return { approved: true, scope: "once" };
  },
  housekeepingAfterMs: Infinity,
  openStore: (options) =>
    watchWrites(openState(options), {
      before(name) {
        points.push(name);
        if (when === "before" && points.length === Number(number)) die();
      },
      after(name) {
        // What returned is acknowledged.
        if (name.endsWith(" message")) appendFileSync(join(folder, "acknowledged"), `${name}\n`);
        if (points.length !== Number(number)) return;
        if (when === "after") die();
        if (when === "during") setTimeout(die, 150);
      },
    }),
});
const session = await runtime.openSession();
writeFileSync(join(folder, "session"), session.id);
await session.agent.chat("Do the steps.");
for await (const event of session.agent.compress())
  if (event.type === "warning") throw new Error(event.message);
writeFileSync(join(folder, "points"), points.join("\n"));
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
