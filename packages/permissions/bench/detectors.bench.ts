// How fast texts are searched for orders, and addresses are checked. The floors: one pass, a bare URL parse.
import { median, report } from "@hermes/tooling/bench";
import { checkUrl, scanText } from "../src/index.ts";

const calls = 5_000;
const resolve = async (): Promise<readonly string[]> => ["93.184.216.34"];

async function perSecond(check: () => unknown, times: number = calls): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    for (let index = 0; index < times; index++) await check();
    rounds.push((times * 1_000) / (performance.now() - startedAt));
  }
  return median(rounds);
}

report({
  figure: "checks of addresses",
  unit: "/s",
  value: await perSecond(() => checkUrl("https://docs.example.com/a?b=c", { resolve })),
  better: "higher",
  goal: 20_000,
  floor: { name: "new URL", value: await perSecond(() => new URL("https://docs.example.com/a?b=c")) },
});

const manual = "Run the tests before you commit. Never push to main; ask for a review instead.\n".repeat(200);
const scans = async (work: () => unknown): Promise<number> =>
  (await perSecond(work, 20)) * (manual.length / 1e6);

report({
  figure: "search for orders in a context file of 16 KB",
  unit: "MB/s",
  value: await scans(() => scanText(manual, { surface: "context-file" })),
  better: "higher",
  goal: 5,
  floor: { name: "lower case and one split", value: await scans(() => manual.toLowerCase().split(/\W+/)) },
});
