import { median, report, runProcess, startMockServer, waitQuiet } from "@hermes/tooling/bench";
import { peerFolder } from "@hermes/tooling/bench/peer";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const hermes = fileURLToPath(new URL("../bin/hermes.js", import.meta.url));
const full = process.env["HERMES_BENCH_FULL"] === "1";
const runs = full ? 31 : 11;
const shellRounds = full ? 50 : 20;

const root = mkdtempSync(join(tmpdir(), "hermes-bench-"));
process.once("exit", () => rmSync(root, { recursive: true, force: true }));
const project = join(root, "project");
const home = join(root, "home");
mkdirSync(project);
mkdirSync(home);
using server = await startMockServer();
writeFileSync(
  join(home, "config.yaml"),
  `model:\n  provider: custom\n  default: mock\n  base_url: ${server.url}/v1\n`,
);
const env = { PATH: process.env["PATH"], HOME: home, HERMES_HOME: home, LANG: "C.UTF-8", BASE: server.url };

// The cheapest program that sends the same kind of request.
const bareRequest = join(root, "request.cjs");
writeFileSync(
  bareRequest,
  `const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "x" }] });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const request = require("node:http").request(process.env.BASE + "/v1/chat/completions", { method: "POST", headers });
  request.on("response", (response) => response.resume().on("end", () => process.exit(0)));
  request.end(body);`,
);

interface Start {
  readonly exitMs: number;
  /** NaN when nothing was asked. */
  readonly firstRequestMs: number;
  readonly perRoundMs: number;
}

/** One process from its spawn to its end. */
async function start(args: readonly string[], rounds = 0): Promise<Start> {
  await server.reset({ rounds, tool: "terminal" });
  const { code, stderr, ms, startedNs } = await runProcess(process.execPath, args, { env, cwd: project });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  const { reqs } = await server.stats();
  const at = reqs.map(({ ns }) => Number(BigInt(ns) - startedNs) / 1e6);
  const first = at[0] ?? NaN;
  return {
    exitMs: ms,
    firstRequestMs: first,
    perRoundMs: ((at.at(-1) ?? NaN) - first) / Math.max(1, at.length - 1),
  };
}

/** Highest memory of the process in MB, as it says itself at its end. */
async function peakMegabytes(args: readonly string[]): Promise<number> {
  const hook = `process.on("exit", () => process.stderr.write("\\nKB:" + process.resourceUsage().maxRSS))`;
  await server.reset({ rounds: 0 });
  const preload = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stderr } = await runProcess(process.execPath, ["--import", preload, ...args], {
    env,
    cwd: project,
  });
  return Number(/KB:(\d+)/.exec(stderr)?.[1]) / 1024;
}

// The peer, set up as its own documentation says.
const pi = peerFolder("pi");
const piQuestion = [
  join(pi ?? "", "node_modules", ".bin", "pi"),
  "--offline",
  "--provider",
  "mock",
  "--model",
  "mock",
  "-p",
  "Run the command true, then say done.",
];
if (pi) {
  const folder = join(home, ".pi", "agent");
  mkdirSync(folder, { recursive: true });
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const models = [{ id: "mock", name: "mock", contextWindow: 1_000_000, maxTokens: 8192, cost }];
  const mock = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "x", models };
  writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { mock } }));
}

const question = [hermes, "-q", "Run the command true, then say done."];
const programs = new Map<string, readonly string[]>([
  ["nothing", ["-e", "0"]],
  ["request", [bareRequest]],
  ["version", [hermes, "--version"]],
  ["help", [hermes, "--help"]],
  ["question", question],
  ...(pi ? [["pi", piQuestion] as const] : []),
]);
const starts = new Map<string, Start[]>([...programs.keys()].map((name) => [name, []]));

// Interleaved, so that a busy moment of the machine hits all of them.
for (let run = -2; run < runs; run++) {
  await waitQuiet(2_000);
  for (const [name, args] of programs) {
    const measured = await start(args);
    if (run >= 0) starts.get(name)?.push(measured);
  }
}
const exitOf = (name: string) => median((starts.get(name) ?? []).map(({ exitMs }) => exitMs));
const firstOf = (name: string) =>
  median((starts.get(name) ?? []).map(({ firstRequestMs }) => firstRequestMs));
/** The peer beside ours, where it is installed. */
function peer(value: () => number): { name: string; value: number }[] {
  return pi ? [{ name: "pi", value: value() }] : [];
}

const nothing = { name: "node -e 0", value: exitOf("nothing"), reference: 25 };
const ms = { unit: "ms", better: "lower" } as const;

report({ ...ms, figure: "cli: --version", value: exitOf("version"), goal: 35, floor: nothing });
report({ ...ms, figure: "cli: --help", value: exitOf("help"), floor: nothing });
report({
  ...ms,
  figure: "cli: spawn to first model request",
  value: firstOf("question"),
  goal: 100,
  floor: { name: "one http.request", value: firstOf("request") },
  others: [nothing, ...peer(() => firstOf("pi"))],
});
report({
  ...ms,
  figure: "cli: one question to exit",
  value: exitOf("question"),
  goal: 130,
  floor: { name: "one http.request", value: exitOf("request") },
  others: [nothing, ...peer(() => exitOf("pi"))],
});

const memory = { unit: "MB", better: "lower" } as const;
report({
  ...memory,
  figure: "cli: one question, peak memory",
  value: await peakMegabytes(question),
  goal: 90,
  floor: { name: "one http.request", value: await peakMegabytes([bareRequest]) },
});

const rounds = { hermes: [] as number[], pi: [] as number[] };
for (let run = 0; run < (full ? 7 : 3); run++) {
  await waitQuiet(2_000);
  rounds.hermes.push((await start(question, shellRounds)).perRoundMs);
  if (pi) rounds.pi.push((await start(piQuestion, shellRounds)).perRoundMs);
}
const shells: number[] = [];
for (let run = 0; run < runs; run++)
  shells.push((await runProcess("sh", ["-c", "true"], { env, cwd: project })).ms);
report({
  ...ms,
  figure: "cli: a round with a shell command",
  value: median(rounds.hermes),
  goal: 6,
  floor: { name: "sh -c true", value: median(shells), reference: 2.1 },
  others: peer(() => median(rounds.pi)),
});
