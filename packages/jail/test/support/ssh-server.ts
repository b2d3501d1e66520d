import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lacks } from "@hermes/tooling/prerequisites";
import type { ProfilePlace } from "./profile-place.ts";

/** A server on 127.0.0.1 that the person of a place reaches as `box`, with a key that is in their home. */
export interface SshServer extends AsyncDisposable {
  readonly port: number;
  /** The person's program for ssh. */
  readonly command: string;
  /** How many connections it serves. */
  connections(): number;
}

/** What the tests with a real server lack here; undefined: nothing. */
export function missingForSsh(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  return lacks("sshd", "ssh", "ssh-keygen", "ps");
}

export async function startSshServer(place: ProfilePlace): Promise<SshServer> {
  const port = await freePort();
  const keys = place.path("home/.ssh");
  const server = place.path("sshd");
  for (const [folder, name] of [
    [keys, "id_ed25519"],
    [server, "host"],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", join(folder, name)]);
  }
  chmodSync(keys, 0o700);
  copyFileSync(join(keys, "id_ed25519.pub"), join(server, "authorized"));
  place.write("home/.ssh/known_hosts", `box ${readFileSync(join(server, "host.pub"), "utf8")}`);
  place.write(
    "home/.ssh/config",
    `Host box\n  HostName 127.0.0.1\n  Port ${port}\n  HostKeyAlias box\n  IdentityFile ${keys}/id_ed25519\n  IdentitiesOnly yes\n  UserKnownHostsFile ${keys}/known_hosts\n`,
  );
  const settings = [
    ...[
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${server}/host`,
      `AuthorizedKeysFile ${server}/authorized`,
    ],
    ...[
      `PidFile ${server}/pid`,
      "StrictModes no",
      "UsePAM no",
      "PermitRootLogin yes",
      "PasswordAuthentication no",
    ],
    ...["KbdInteractiveAuthentication no", `SetEnv HOME=${server}`, "AcceptEnv GIT_PROTOCOL"],
  ];
  const config = place.write("sshd/config", settings.join("\n"));
  // Where Debian's server wants to give up its rights.
  mkdirSync("/run/sshd", { recursive: true });
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", config], { stdio: "ignore" });
  const deadline = Date.now() + 10_000;
  while (spawnSync("ssh-keyscan", ["-p", String(port), "127.0.0.1"]).stdout.length === 0) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("sshd does not start");
    await delay(50);
  }
  return {
    port,
    command: `ssh -F ${place.path("home/.ssh/config")}`,
    connections: () =>
      spawnSync("ps", ["-o", "pid=", "--ppid", String(child.pid)], { encoding: "utf8" }).stdout.split("\n")
        .length - 1,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
