// What the proxy costs: 100 MB over TLS, directly and through a relay, a Unix socket and the proxy, as from a jail, in turns.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openHostProxy } from "@hermes/jail";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 7 : 25;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-proxy-"));
const roles = fileURLToPath(new URL("transfer-roles.ts", import.meta.url));
const started: ChildProcess[] = [];

/** Starts a process. Each call writes a line to it and gives the next one that it says. */
function start(...args: readonly string[]): (line?: string) => Promise<number> {
  const child = spawn(process.execPath, [roles, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (line) => {
    if (line !== undefined) child.stdin.write(`${line}\n`);
    return Number((await lines.next()).value);
  };
}

try {
  const socket = join(folder, "proxy");
  const port = await start("server")();
  const proxy = await openHostProxy({ socket, hosts: [`localhost:${port}`] });
  const relay = await start("relay", socket)();
  const contestants = {
    direct: start("client", String(port)),
    proxied: start("client", String(port), String(relay)),
  };
  const times: Record<keyof typeof contestants, number[]> = { direct: [], proxied: [] };
  await waitQuiet();
  for (let round = -1; round < rounds; round += 1)
    for (const name of ["direct", "proxied"] as const) {
      const time = await contestants[name]("go");
      if (round >= 0) times[name].push(time);
    }
  await proxy.close();
  const floor = median(times.direct);
  report({
    figure: "jail: 100 MB through the proxy",
    unit: "ms",
    value: median(times.proxied),
    better: "lower",
    goal: floor * 1.1,
    floor: { name: "without a proxy", value: floor },
  });
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true });
}
