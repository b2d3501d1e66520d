// How fast texts are searched for secrets. The floor: one pass with one pattern.
import { median, report } from "@hermes/tooling/bench";
import { createRedactor } from "../src/index.ts";

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
