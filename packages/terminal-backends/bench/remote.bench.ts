// What a command costs in a container and over ssh, beside the bare client doing the same: `docker exec` in a running
// container, `ssh` over a connection that is open. Starts a daemon and a server of its own; says so when it can't.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDockerBackend } from "@hermes/terminal-backends/docker";
import { createSshBackend } from "@hermes/terminal-backends/ssh";
import type { Backend } from "@hermes/terminal-backends";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { missingForDocker, startDockerDaemon } from "@hermes/tooling/docker-daemon";
import { missingForSsh, startSshServer } from "../test/ssh-server.ts";

const calls = process.env["HERMES_BENCH_FULL"] === undefined ? 20 : 60;
const taskId = "bench";

if (missingForDocker() === undefined) await measureDocker();
else console.log(`docker: ${missingForDocker()}`);
if (missingForSsh() === undefined) await measureSsh();
else console.log(`ssh: ${missingForSsh()}`);

async function measureDocker(): Promise<void> {
  await using daemon = await startDockerDaemon();
  const { env, image } = daemon;
  const backend = createDockerBackend({ image, env, network: "none" });
  try {
    const { output } = await backend.exec("hostname", { taskId });
    const bare = ["exec", output.trim(), "true"];
    await compare("docker", backend, () => run("docker", bare, env));
  } finally {
    await backend.dispose();
  }
}

async function measureSsh(): Promise<void> {
  await using server = await startSshServer();
  const { port, user, keyFile, knownHostsFile } = server;
  const host = "127.0.0.1";
  const env = process.env;
  const backend = createSshBackend({ host, port, user, keyFile, knownHostsFile, env, configFile: "none" });
  const folder = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  const common = [
    "-F",
    "none",
    "-i",
    keyFile,
    "-o",
    `UserKnownHostsFile=${knownHostsFile}`,
    "-o",
    "BatchMode=yes",
  ];
  const target = ["-S", join(folder, "s"), "-p", String(port), "-l", user, host];
  const master = run("ssh", [...common, "-M", "-N", ...target], env).catch(() => undefined);
  try {
    await backend.exec("true", { taskId });
    await compare("ssh", backend, () => run("ssh", [...common, ...target, "true"], env));
  } finally {
    await backend.dispose();
    await run("ssh", [...common, "-O", "exit", ...target], env);
    await master;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name: string, backend: Backend, bare: () => Promise<void>): Promise<void> {
  const times = { ours: [] as number[], bare: [] as number[] };
  await waitQuiet();
  for (let call = 0; call <= calls; call += 1) {
    const [ours, floor] = [
      await timed(async () => void (await backend.exec("true", { taskId }))),
      await timed(bare),
    ];
    // The first round warms everything up.
    if (call > 0) {
      times.ours.push(ours);
      times.bare.push(floor);
    }
  }
  const floor = { name: `bare ${name}, connection open`, value: median(times.bare) };
  report({
    figure: `terminal: one call of \`true\` (${name})`,
    unit: "ms",
    value: median(times.ours),
    better: "lower",
    floor,
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: "ignore" });
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}
