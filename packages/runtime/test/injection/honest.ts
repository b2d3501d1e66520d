import { honestTasks } from "./honest-tasks.ts";
import { doHonestly } from "./obey.ts";
const only = process.argv[2];
const queue = honestTasks.filter((a) => only === undefined || a.name.includes(only));
let n = 0,
  bad = 0;
await Promise.all(
  [1, 2].map(async () => {
    for (;;) {
      const a = queue.shift();
      if (!a) return;
      n++;
      try {
        const o = await doHonestly(a);
        if (o.length) {
          bad++;
          console.log(a.name, "->", o.join("\n   "));
        }
      } catch (e) {
        bad++;
        console.log("FAILED", a.name, e);
      }
    }
  }),
);
console.log(n, "tasks", bad, "not finished");
