// What 10 servers with 30 tools each, known from an earlier run, add to a session up to its first request. The floor is the same
// program without servers; the two are measured in turns, each in a process of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, median, report, runProcess, waitQuiet } from "@hermes/tooling/bench";

const servers = 10;
const tools = 30;
const runs = process.env["HERMES_BENCH_FULL"] === undefined ? 9 : 31;
const root = mkdtempSync(join(tmpdir(), "hermes-bench-mcp-"));
const program = join(import.meta.dirname, "..", "..", "mcp", "bench", "thirty-tools.mjs");
const contestants = ["none", "servers"] as const;
type Contestant = (typeof contestants)[number];

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
  readonly tools: number;
}

const contestant = await bundle(join(import.meta.dirname, "mcp-start-contestant.ts"));

try {
  for (const name of contestants) {
    mkdirSync(homeOf(name), { recursive: true });
    const entry = { command: process.execPath, args: [program], profile: "open" };
    const count = name === "none" ? 0 : servers;
    const entries = Array.from({ length: count }, (_, index) => [`server${index}`, entry]);
    const mcpServers = Object.fromEntries(entries);
    writeFileSync(join(root, name, ".mcp.json"), JSON.stringify({ mcpServers }));
    // oxlint-disable-next-line no-await-in-loop -- they would disturb each other
    await sample(name, "prepare");
  }
  const samples = { none: [] as Sample[], servers: [] as Sample[] };
  for (let run = -1; run < runs; run++)
    for (const name of contestants) {
      // oxlint-disable-next-line no-await-in-loop
      await waitQuiet();
      // oxlint-disable-next-line no-await-in-loop
      const made = await sample(name);
      if (made.tools !== (name === "none" ? 0 : servers * tools))
        throw new Error(`The session with ${name} had ${made.tools} tools of servers.`);
      if (run >= 0) samples[name].push(made);
    }
  for (const [what, unit, of] of [
    ["wall clock", "ms", (made: Sample) => made.ms],
    ["CPU of the process", "CPU ms", (made: Sample) => made.cpuMs],
  ] as const) {
    const floor = median(samples.none.map(of));
    report({
      figure: `mcp: first request of a session with ${servers} servers × ${tools} tools, ${what}`,
      unit,
      value: median(samples.servers.map(of)),
      better: "lower",
      goal: floor + 30,
      floor: { name: "no servers", value: floor },
    });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

function homeOf(name: Contestant): string {
  return join(root, name, ".hermes");
}

async function sample(name: Contestant, ...mode: readonly string[]): Promise<Sample> {
  const { code, stdout, stderr } = await runProcess(process.execPath, [contestant, homeOf(name), ...mode]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Sample; // What the contestant has written.
}
