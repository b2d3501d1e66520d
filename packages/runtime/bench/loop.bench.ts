// Loop overhead: one agent run of N tool rounds against a scripted server in another process. Every contestant runs
// in a process of its own; contestants are interleaved, so that a noisy moment hits them alike.
import { fileURLToPath } from "node:url";
import { bundle, median, report, runProcess, startMockServer, waitQuiet } from "@hermes/tooling/bench";
import { peerFolder } from "@hermes/tooling/bench/peer";

interface Sample {
  readonly cpuMsPerRound: number;
  readonly peakRssMb: number;
}

const runs = process.env["HERMES_BENCH_FULL"] ? 9 : 5;
const contestants = [
  "raw-http",
  "raw-http-once",
  "raw-fetch",
  "hermes",
  "hermes-sqlite",
  ...availablePeers(),
];
const contestant = await bundle(fileURLToPath(new URL("loop-contestant.ts", import.meta.url)));

const tiny = await measure(100, 0);
const small = await measure(100, 4096);
const large = await measure(400, 4096);

report({
  figure: "loop, 100 rounds, tiny results",
  unit: "CPU ms/round",
  value: cpu(tiny, "hermes"),
  better: "lower",
  goal: 0.6,
  floor: { name: "raw http", value: cpu(tiny, "raw-http"), reference: 0.35 },
  others: others(tiny, ["raw-fetch", "hermes-sqlite", ...availablePeers()], cpu),
});
report({
  figure: "loop, 400 rounds, 4 kB results",
  unit: "CPU ms/round",
  value: cpu(large, "hermes"),
  better: "lower",
  goal: 1,
  floor: {
    name: "raw http, each message serialised once",
    value: cpu(large, "raw-http-once"),
    reference: 0.53,
  },
  others: others(large, ["raw-http", "raw-fetch", "hermes-sqlite", ...availablePeers()], cpu),
});
report({
  figure: "loop, growth of CPU per round from 100 to 400 rounds (4 kB)",
  unit: "×",
  value: cpu(large, "hermes") / cpu(small, "hermes"),
  better: "lower",
  goal: 1.3,
  floor: {
    name: "raw http, each message serialised once",
    value: cpu(large, "raw-http-once") / cpu(small, "raw-http-once"),
  },
  others: contestants
    .filter((name) => !["hermes", "raw-http-once"].includes(name))
    .map((name) => ({ name, value: cpu(large, name) / cpu(small, name) })),
});
report({
  figure: "loop, peak memory, 400 rounds, 4 kB results",
  unit: "MB",
  value: rss(large, "hermes"),
  better: "lower",
  goal: 120,
  floor: { name: "raw http, each message serialised once", value: rss(large, "raw-http-once") },
  others: others(large, ["hermes-sqlite", ...availablePeers()], rss),
});

async function measure(rounds: number, resultBytes: number): Promise<ReadonlyMap<string, readonly Sample[]>> {
  using server = await startMockServer(["--chunks", "20"]);
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < runs; round += 1) {
    for (const name of contestants) {
      await waitQuiet(2_000);
      const result = await runProcess(
        process.execPath,
        ["--expose-gc", contestant, name, String(rounds), server.url],
        { env: { ...process.env, RESULT_BYTES: String(resultBytes) } },
      );
      if (result.code !== 0) throw new Error(`${name}: ${result.stderr}`);
      const sample: Sample = JSON.parse(result.stdout);
      samples.set(name, [...(samples.get(name) ?? []), sample]);
    }
  }
  return samples;
}

function availablePeers(): string[] {
  const families = [
    ["pi", "pi"],
    ["ai-sdk", "aisdk"],
  ] as const;
  return families.filter(([, family]) => peerFolder(family)).map(([name]) => name);
}

function cpu(samples: ReadonlyMap<string, readonly Sample[]>, name: string): number {
  return median((samples.get(name) ?? []).map((sample) => sample.cpuMsPerRound));
}

function rss(samples: ReadonlyMap<string, readonly Sample[]>, name: string): number {
  return median((samples.get(name) ?? []).map((sample) => sample.peakRssMb));
}

function others(
  samples: ReadonlyMap<string, readonly Sample[]>,
  names: readonly string[],
  pick: typeof cpu,
): { name: string; value: number }[] {
  return names.map((name) => ({ name, value: pick(samples, name) }));
}
