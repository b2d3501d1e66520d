// asking-process.ts FOLDER WORK POINT: does one work of asked-work.ts in a process of its own.
// POINT: `before NAME` or `after NAME` for the write to the store at which the process kills itself; `never`.
import { openState } from "@hermes/state";
import { watchWrites } from "../kill/watch-writes.ts";
import { doWork } from "./asked-work.ts";
import type { Work } from "./asked-work.ts";

const [folder = "", work = "", point = ""] = process.argv.slice(2);

function dieAt(reached: string): void {
  // The first command has a start of its own.
  if (reached !== point || (work === "ask" && point.endsWith("tool-start"))) return;
  process.kill(process.pid, "SIGKILL");
  // Nothing more may happen, even if the signal takes its time.
  for (;;);
}

// The name of a work, given by the test.
const reason = await doWork(folder, work as Work, (options) =>
  watchWrites(openState(options), {
    before: (name) => dieAt(`before ${name}`),
    after: (name) => dieAt(`after ${name}`),
  }),
);
console.log(reason);
