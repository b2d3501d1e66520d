// What the jail adds to the time from the start of a run to the first thing that it prints: the same run in a jail and
// as an ordinary process, in turns, beside the bare programs: Python alone, and `bwrap` with a shell that prints.
import { spawn } from "node:child_process";
import { execFileSync } from "node:child_process";
import { chooseIsolation } from "@hermes/jail";
import { createSandbox } from "@hermes/sandbox";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 15 : 60;
const python = execFileSync("python3", ["-c", "import os, sys; print(os.path.realpath(sys.executable))"], {
  encoding: "utf8",
}).trim();

await using jail = createSandbox({ chooseIsolation, isolation: "jail" });
await using plain = createSandbox({ chooseIsolation, isolation: "process" });

/** The run's own clock tells when it began to print; both ends read the clock of the machine. */
async function firstOutput(sandbox: typeof jail, language: "python" | "javascript"): Promise<number> {
  const code =
    language === "python"
      ? "import time\nprint(time.time() * 1000)"
      : "console.log(performance.timeOrigin + performance.now())";
  const startedAt = performance.timeOrigin + performance.now();
  const { output, errors } = await sandbox.run(code, { language });
  const printedAt = Number(output);
  if (!(printedAt > 0)) throw new Error(`The run printed ${output}${errors}`);
  return printedAt - startedAt;
}

function firstByte(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let ms = 0;
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.once("data", () => (ms = performance.now() - startedAt));
    child.once("error", reject);
    child.once("close", () => resolve(ms));
  });
}

const system = ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-pid", "--unshare-net"];
const contestants = {
  "python in the jail": () => firstOutput(jail, "python"),
  "python, ordinary process": () => firstOutput(plain, "python"),
  "javascript in the jail": () => firstOutput(jail, "javascript"),
  "javascript, ordinary process": () => firstOutput(plain, "javascript"),
  "bare python": () => firstByte(python, ["-I", "-S", "-c", "print(1)"]),
  "bare bwrap … echo": () => firstByte("bwrap", [...system, "--", "sh", "-c", "echo 1"]),
  "bare echo": () => firstByte("sh", ["-c", "echo 1"]),
};

await waitQuiet();
const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, call] of Object.entries(contestants)) {
    const ms = await call();
    // The first round warms everything up.
    if (round > 0) times.get(name)?.push(ms);
  }
}
const of = (name: keyof typeof contestants): number => median(times.get(name) ?? []);
for (const language of ["python", "javascript"] as const) {
  report({
    figure: `sandbox: what the jail adds until ${language} prints`,
    unit: "ms",
    value: of(`${language} in the jail`) - of(`${language}, ordinary process`),
    better: "lower",
    goal: 10,
    floor: { name: "bare bwrap, beyond bare sh", value: of("bare bwrap … echo") - of("bare echo") },
    others: [
      { name: "in the jail", value: of(`${language} in the jail`) },
      { name: "ordinary process", value: of(`${language}, ordinary process`) },
      { name: "bare python", value: of("bare python") },
    ],
  });
}
