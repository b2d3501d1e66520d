// spend-until.ts PATH SESSION CAP: reserves and settles until the cap of the tree refuses one, then prints how often it could.
// Waits for the first reservation of a second process before it goes on.
import { setTimeout as sleep } from "node:timers/promises";
import { argv, stdout } from "node:process";
import { openState } from "../../src/index.ts";

const [path = "", sessionId = "", cap = "0"] = argv.slice(2);
const state = openState({ path, busyTimeoutMs: 20_000 });
let count = 0;
for (;;) {
  const caps = { tree: { usd: Number(cap) } };
  const atMost = { tokens: 10, usd: 0.3, requests: 1 };
  const reservation = state.spending.reserve({ sessionId, atMost, caps, at: 1_000 });
  if ("refused" in reservation) break;
  count += 1;
  // Its first one is never settled, so that both are there together.
  while (count === 1 && state.spending.spent(sessionId, 1_000).tree.reserved.usd < 0.6) await sleep(5);
  if (count === 1) continue;
  const { reserved, settled } = state.spending.spent(sessionId, 1_000).tree;
  if (reserved.usd + settled.usd > Number(cap)) throw new Error("The cap was exceeded.");
  // Every third one is never settled, as if its process had died.
  if (count % 3 !== 0) state.spending.settle(reservation, { tokens: 5, usd: 0.1, requests: 1 });
}
stdout.write(`${count}\n`);
state.close();
