// take-script.ts FOLDER POINT: runs the script with the real runtime, and kills itself at the point given.
// POINT: `before N` or `after N` for the N-th write about a call (from 1); `never`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "@hermes/state";
import { watchWrites } from "../kill/watch-writes.ts";
import { runScript } from "./script.ts";

const [folder = "", point = "never"] = process.argv.slice(2);
const [when = "", number = "0"] = point.split(" ");
let points = 0;

function die(): void {
  process.kill(process.pid, "SIGKILL");
  // Nothing more may happen, even if the signal takes its time.
  for (;;);
}

await runScript(folder, {
  openStore: (options) =>
    watchWrites(openState(options), {
      before(name) {
        if (name !== "transaction") return;
        points += 1;
        if (when === "before" && points === Number(number)) die();
      },
      after(name) {
        if (name === "transaction" && when === "after" && points === Number(number)) die();
      },
    }),
});
writeFileSync(join(folder, "points"), String(points));
