import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export { bundle } from "./bundle.js";

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Prints one figure for `pnpm bench`.
 *
 * @param {import("./table.js").Figure} figure
 */
export function report({ figure, ...rest }) {
  process.stdout.write(`${JSON.stringify({ figure, ...rest })}\n`);
}

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string, ms: number, startedNs: bigint }>}
 */
export function runProcess(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const startedNs = process.hrtime.bigint();
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code, stdout, stderr, ms: Number(process.hrtime.bigint() - startedNs) / 1e6, startedNs });
    });
  });
}

/**
 * Waits for a quiet moment, at most `maxMs`: other work on the machine spoils a measurement.
 *
 * @param {number} [maxMs]
 */
export async function waitQuiet(maxMs = 5_000) {
  if (process.platform !== "linux") return;
  const end = Date.now() + maxMs;
  while (Date.now() < end) {
    const before = cpuTimes();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const after = cpuTimes();
    if (1 - (after.idle - before.idle) / Math.max(1, after.total - before.total) < 0.12) return;
  }
}

function cpuTimes() {
  const fields = readFileSync("/proc/stat", "utf8")
    .split("\n", 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { idle: fields[3] + fields[4], total: fields.reduce((sum, each) => sum + each, 0) };
}

/**
 * Starts the scripted model server in a process of its own, so that its work is not counted as ours.
 *
 * @param {readonly string[]} [args] Options of `mock-llm.js`, such as `--rounds 10`.
 */
export async function startMockServer(args = []) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("mock-llm.js", import.meta.url)), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise((resolve) => {
    child.stdout.once("data", (text) => resolve(JSON.parse(String(text)).port));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    reset: (script = {}) =>
      fetch(`${url}/__reset`, { method: "POST", body: JSON.stringify(script) }).then((response) =>
        response.text(),
      ),
    stats: () => fetch(`${url}/__stats`).then((response) => response.json()),
    [Symbol.dispose]: () => {
      child.kill();
    },
  };
}
