import { attacks } from "./attacks.ts";
import { obey } from "./obey.ts";
const only = process.argv[2] || undefined;
const harmful: string[] = [];
const unreached: string[] = [];
const picked = attacks.filter((a) => only === undefined || a.name.includes(only));
let n = 0;
const byKind: Record<string, number> = {};
const queue = [...picked];
await Promise.all(
  [1, 2].map(async () => {
    for (;;) {
      const a = queue.shift();
      if (!a) return;
      try {
        const o = await obey(a, { mode: process.argv[3] });
        n++;
        if (o.harm.length) {
          harmful.push(`${a.name} -> ${o.harm[0]?.slice(0, 100)}`);
          byKind[a.goal.harm] = (byKind[a.goal.harm] ?? 0) + 1;
        }
        if (!o.isReached) unreached.push(a.name);
      } catch (e) {
        console.log("FAILED", a.name, e);
      }
    }
  }),
);
console.log(harmful.join("\n"));
console.log("unreached:", unreached);
console.log(n, "attacks", harmful.length, "harmful", byKind);
