import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lacks } from "./prerequisites.js";

/** @returns {string | undefined} */
export function missingForDocker() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  return lacks("dockerd", "docker", "busybox");
}

const image = "hermes-test:latest";

/** @returns {Promise<import("./docker-daemon.js").DockerDaemon>} */
export async function startDockerDaemon() {
  const root = await mkdtemp(join(tmpdir(), "dockerd-"));
  const socket = `unix://${root}/docker.sock`;
  const daemon = spawn(
    "dockerd",
    [
      ...["--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=overlay2"],
      ...["--data-root", join(root, "data"), "--exec-root", join(root, "exec")],
      ...["--pidfile", join(root, "pid"), "--host", socket],
    ],
    // A group of its own: its children get no Ctrl-C before it.
    { stdio: "ignore", detached: true, env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` } },
  );
  const env = { ...process.env, DOCKER_HOST: socket };
  const docker = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync("docker", args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`docker ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  try {
    await untilUp(docker, daemon);
    await importImage(root, docker);
  } catch (error) {
    await stop(daemon, root);
    throw error;
  }
  return { env, image, docker, [Symbol.asyncDispose]: () => stop(daemon, root) };
}

/**
 * @param {(...args: string[]) => string} docker
 * @param {import("node:child_process").ChildProcess} daemon
 */
async function untilUp(docker, daemon) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      docker("version");
      return;
    } catch (error) {
      if (daemon.exitCode !== null || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

/**
 * @param {string} root
 * @param {(...args: string[]) => string} docker
 */
async function importImage(root, docker) {
  const files = join(root, "image");
  for (const folder of ["bin", "etc", "root", "tmp", "usr"]) {
    await mkdir(join(files, folder), { recursive: true });
  }
  const busybox = spawnSync("sh", ["-c", "command -v busybox"], { encoding: "utf8" }).stdout.trim();
  await cp(busybox, join(files, "bin/busybox"), { dereference: true });
  spawnSync("chroot", [files, "/bin/busybox", "--install", "-s", "/bin"]);
  await writeFile(join(files, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  spawnSync("sh", ["-c", `tar -C "${files}" -c . | gzip -1 > "${root}/image.tar.gz"`]);
  docker("import", `${root}/image.tar.gz`, image);
}

/**
 * @param {import("node:child_process").ChildProcess} daemon
 * @param {string} root
 */
async function stop(daemon, root) {
  if (daemon.exitCode === null) {
    const gone = new Promise((resolve) => daemon.once("exit", resolve));
    daemon.kill("SIGTERM");
    await gone;
  }
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}
