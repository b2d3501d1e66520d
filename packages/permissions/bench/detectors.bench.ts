// How fast texts are searched for secrets, and addresses are checked. The floors: one pass, a bare URL parse.
import { median, report } from "@hermes/tooling/bench";
import { checkUrl, createRedactor } from "../src/index.ts";

const line = (index: number): string =>
  `2026-03-01T10:${index % 60}:12.${index % 1000}Z INFO [worker-${index % 16}] request id=${(index * 2_654_435_761).toString(16)} GET /api/v1/users/${index}?page=2 status=200 duration=${index % 300}ms\n`;
const log = Array.from({ length: 70_000 }, (_, index) => line(index)).join("");
const redact = createRedactor({ knownSecrets: ["a-value-that-is-secret-1", "another-value-that-is-2"] });

function megabytesPerSecond(work: (text: string) => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work(log);
    return log.length / 1_000 / (performance.now() - startedAt);
  });
  return median(rounds);
}

report({
  figure: "redaction of a log",
  unit: "MB/s",
  value: megabytesPerSecond(redact),
  better: "higher",
  goal: 10,
  floor: {
    name: "one pass with one pattern",
    value: megabytesPerSecond((text) => text.replaceAll(/\bsk-\w+/g, "")),
  },
});

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
