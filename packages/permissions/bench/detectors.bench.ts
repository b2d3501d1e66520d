// How fast addresses are checked. The floor: a bare URL parse.
import { median, report } from "@hermes/tooling/bench";
import { checkUrl } from "../src/index.ts";

const calls = 5_000;
const resolve = async (): Promise<readonly string[]> => ["93.184.216.34"];

async function perSecond(check: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    for (let index = 0; index < calls; index++) await check();
    rounds.push((calls * 1_000) / (performance.now() - startedAt));
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
