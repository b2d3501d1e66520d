import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lacks } from "@hermes/tooling/prerequisites";

/** A server of the tests' own on 127.0.0.1, which lets in whoever runs the tests. */
export interface SshServer extends AsyncDisposable {
  readonly port: number;
  readonly user: string;
  readonly keyFile: string;
  readonly knownHostsFile: string;
  /** Folder for the tests' own files. */
  readonly root: string;
  /** Ids of the processes that serve a connection. */
  connections(): number[];
}

/** What the tests with a real server lack here; undefined: nothing. */
export function missingForSsh(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  return lacks("sshd", "ssh", "ssh-keygen", "ps");
}

export async function startSshServer(): Promise<SshServer> {
  const root = await mkdtemp(join(tmpdir(), "sshd-"));
  for (const name of ["host", "key"]) {
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", join(root, name)]);
  }
  await copyFile(join(root, "key.pub"), join(root, "authorized"));
  const port = await freePort();
  await writeFile(
    join(root, "known"),
    `[127.0.0.1]:${port} ${await readFile(join(root, "host.pub"), "utf8")}`,
  );
  const settings = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${root}/host`,
    `AuthorizedKeysFile ${root}/authorized`,
    `PidFile ${root}/pid`,
    "StrictModes no",
    "UsePAM no",
    "PermitRootLogin yes",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "MaxStartups 100",
    "AcceptEnv TMPDIR",
    // Not the start-up files of whoever runs the tests.
    `SetEnv HOME=${root}`,
    "KexAlgorithms curve25519-sha256",
  ];
  await writeFile(join(root, "config"), settings.join("\n"));
  // Where Debian's server wants to give up its rights.
  await mkdir("/run/sshd", { recursive: true });
  const server = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", join(root, "config")], { stdio: "ignore" });
  await untilListening(port, server);
  return {
    port,
    user: userInfo().username,
    keyFile: join(root, "key"),
    knownHostsFile: join(root, "known"),
    root,
    connections: () => childrenOf(server.pid ?? 0),
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await gone;
      await rm(root, { recursive: true, force: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (spawnSync("ssh-keyscan", ["-p", String(port), "127.0.0.1"]).stdout.length === 0) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error("sshd does not start");
    await delay(50);
  }
}
