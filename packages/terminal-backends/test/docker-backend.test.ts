import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createDockerBackend } from "../src/docker/docker-backend.ts";
import type { DockerBackendOptions } from "../src/docker/docker-backend.ts";
import { uniqueMark } from "../src/testing/command-contract.ts";
import { missingForDocker, startDockerDaemon } from "@hermes/tooling/docker-daemon";
import type { DockerDaemon } from "@hermes/tooling/docker-daemon";
import { killProgramWithBackend } from "./killed-child.ts";
import { countProcesses } from "./local-place.ts";
import { until } from "./until.ts";

const missing = missingForDocker();
const taskId = "task";

test("a client that does not start is told with the reason of the system", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hermes-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const binary = join(folder, "docker");
  await writeFile(binary, "#!/nowhere/sh\n", { mode: 0o755 });
  const backend = createDockerBackend({ image: "busybox", env: { PATH: folder }, binary });

  await expect(backend.exec("true", { taskId })).rejects.toMatchObject({
    code: "BACKEND_UNREACHABLE",
    message: expect.stringContaining("ENOENT"),
  });
});

describe.skipIf(missing !== undefined)(`docker (${missing ?? "busybox"})`, { timeout: 120_000 }, () => {
  let daemon: DockerDaemon;
  beforeAll(async () => {
    daemon = await startDockerDaemon();
  }, 120_000);
  afterAll(async () => {
    await daemon?.[Symbol.asyncDispose]();
  }, 60_000);

  function open(options: Partial<DockerBackendOptions> = {}) {
    const { image, env } = daemon;
    const backend = createDockerBackend({ image, env, network: "none", ...options });
    return Object.assign(backend, { [Symbol.asyncDispose]: () => backend.dispose() });
  }

  function containers(): string[] {
    return daemon.docker("ps", "--all", "--quiet").split("\n").filter(Boolean);
  }

  test("a container is fenced in, and gone after dispose", async () => {
    const backend = open({ limits: { memoryMb: 64, processes: 50, cpus: 0.5 } });
    const { output } = await backend.exec("grep -E 'CapEff|NoNewPrivs' /proc/self/status; pwd; hostname", {
      taskId,
    });
    const [id = ""] = containers();
    const { HostConfig } = JSON.parse(daemon.docker("inspect", "--format", "{{json .}}", id));
    await backend.dispose();

    // CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID.
    expect(output).toMatch(/CapEff:\s+00000000000000eb\nNoNewPrivs:\s+1\n\/workspace\n/);
    expect([HostConfig.Memory, HostConfig.MemorySwap, HostConfig.PidsLimit, HostConfig.NanoCpus]).toEqual([
      67_108_864, 67_108_864, 50, 500_000_000,
    ]);
    expect([HostConfig.NetworkMode, HostConfig.Binds, HostConfig.Privileged]).toEqual(["none", null, false]);
    expect(containers()).toEqual([]);
  });

  test("nothing of this machine's environment gets in but what is forwarded, and that not into the container's settings", async () => {
    const env = { ...daemon.env, API_TOKEN: "for-it", OTHER_TOKEN: "not-for-it", HARMLESS: "x" };
    await using backend = open({ env, forwardEnv: ["API_TOKEN"] });
    const { output } = await backend.exec("env", { taskId });
    const later = await backend.exec('echo "$API_TOKEN"', { taskId });

    expect(output).toContain("API_TOKEN=for-it");
    expect(output).not.toMatch(/OTHER_TOKEN|HARMLESS|DOCKER_HOST/);
    expect(later.output).toBe("for-it\n");
    expect(daemon.docker("inspect", containers()[0] ?? "")).not.toContain("for-it");
    expect(backend.forwarded).toEqual(["API_TOKEN"]);
  });

  test("mounts are reported, and reachable as configured", async () => {
    const folder = await mkdtemp(join(tmpdir(), "docker-mount-"));
    await writeFile(join(folder, "here.txt"), "from here");
    await using backend = open({ mountFolder: folder, volumes: [`${folder}:/read:ro`] });
    await backend.exec("cp here.txt there.txt", { taskId });
    const refused = await backend.exec("echo x > /read/no", { taskId });
    const written = await readFile(join(folder, "there.txt"), "utf8");
    await rm(folder, { recursive: true, force: true });

    expect(written).toBe("from here");
    expect(refused.exitCode).not.toBe(0);
    expect(backend.mounts).toEqual([
      { host: folder, inside: "/workspace", writable: true },
      { host: folder, inside: "/read", writable: false },
    ]);
  });

  test("protected places of the mounted folder can be read, and neither written, replaced nor moved away", async () => {
    const folder = await mkdtemp(join(tmpdir(), "docker-protected-"));
    await mkdir(join(folder, ".git/hooks"), { recursive: true });
    await mkdir(join(folder, ".github/workflows"), { recursive: true });
    await mkdir(join(folder, "tools"));
    await writeFile(join(folder, ".git/config"), "[core]\n");
    await symlink("tools", join(folder, ".husky"));
    const protectedPaths = [".git/hooks", ".git/config", ".github/workflows", ".husky", ".envrc", ".."];
    await using backend = open({
      mountFolder: folder,
      protectedPaths: [...protectedPaths.map((path) => join(folder, path)), "/etc/passwd"],
    });
    const run = async (command: string) => (await backend.exec(command, { taskId })).exitCode === 0;
    const attempts = [
      "echo x > .git/hooks/pre-commit",
      "echo x >> .git/config",
      "rm .git/config",
      "echo x > new && mv new .git/config",
      "mv .git/hooks away",
      "mv .git away",
      "mv .github away",
      "mv .github/workflows away",
      "echo x > .github/workflows/ci.yml",
      "echo x > tools/pre-commit",
      "umount .git/hooks",
      "mount -o remount,rw .git/hooks",
    ];
    const allowed = [
      "cat .git/config",
      "echo x > .git/index",
      "mkdir .git/objects",
      "echo x > file",
      "echo x > .github/a",
    ];
    const got: string[] = [];
    for (const attempt of attempts) if (await run(attempt)) got.push(attempt);
    const lost: string[] = [];
    for (const command of allowed) if (!(await run(command))) lost.push(command);
    const kept = await readFile(join(folder, ".git/config"), "utf8");
    const mounts = backend.mounts;
    await backend.dispose();
    await rm(folder, { recursive: true, force: true });

    expect([got, lost, kept]).toEqual([[], [], "[core]\n"]);
    expect(mounts).toEqual([{ host: folder, inside: "/workspace", writable: true }]);
  });

  test("a container that vanished is made anew, and the next result says what was lost", async () => {
    await using backend = open();
    await backend.exec("cd /tmp; export A=1; touch here", { taskId });
    daemon.docker("rm", "--force", containers()[0] ?? "");
    const next = await backend.exec('pwd; echo "${A-none}"; ls /tmp/here', { taskId });
    const later = await backend.exec("true", { taskId });

    expect(next.output).toMatch(/^\/workspace\nnone\n.*No such file/);
    expect(next.notice).toMatch(/container was gone.*variables of this shell are lost/);
    expect(later.notice).toBeUndefined();
  });

  test("a command whose container vanishes under it says so and runs no second time", async () => {
    await using backend = open();
    let starts = 0;
    const running = backend.exec("echo started; sleep 30", {
      taskId,
      onOutput: () => {
        starts += 1;
        daemon.docker("rm", "--force", containers()[0] ?? "");
      },
    });
    const result = await running;

    expect([result.output, result.exitCode, starts]).toEqual(["started\n", null, 1]);
    expect(result.notice).toMatch(/lost while it ran/);
  });

  test("a container that is kept is found again with everything in it, and sleeps in between", async () => {
    const kept = { keepAs: "mine" };
    const first = open(kept);
    await first.exec("touch /root/installed", { taskId });
    await first.dispose();
    const [id = ""] = containers();
    await until(() => daemon.docker("inspect", "--format", "{{.State.Running}}", id) === "false");
    const second = open(kept);
    const third = open(kept);
    const { output } = await second.exec("ls /root", { taskId });
    await third.exec("true", { taskId });
    await second.dispose();
    const beside = await third.exec("ls /root", { taskId });
    await third.dispose();

    expect([output, beside.output, beside.notice]).toEqual(["installed\n", "installed\n", undefined]);
    expect(containers()).toHaveLength(1);
    daemon.docker("rm", "--force", id);
  });

  test("when the program is killed its container and all of its commands go with it", async () => {
    const mark = uniqueMark();
    const { image, env } = daemon;
    await killProgramWithBackend("docker", { image, network: "none" }, { env, mark });

    await until(async () => (await countProcesses(mark)) === 0);
    await until(() => containers().length === 0);
  });

  test("a program in the container has a terminal, keys reach it, and it can be ended", async () => {
    await using backend = open();
    const { output } = await backend.exec("tty; stty size", { taskId, pty: true });
    const started = await backend.spawn('read x; echo "got $x"; cat', {
      taskId,
      pty: { columns: 90, rows: 20 },
    });
    await started.write("word\r");
    await until(() => started.output().includes("got word"));
    await started.kill();

    expect(output).toMatch(/^\/dev\/pts\/\d+\n30 120\n$/);
    expect((await started.exited).exitCode).toBeNull();
  });

  test("the example runs", () => {
    const { env, image } = daemon;
    const file = fileURLToPath(new URL("../examples/docker.ts", import.meta.url));
    const args = ["--conditions=@hermes/source", file, image];
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });

    expect([stdout, stderr]).toEqual(["container in /tmp\nroot\n", ""]);
  });

  test("an image that is not there, a daemon that is not there and no client at all are told apart", async () => {
    const env = { ...daemon.env, DOCKER_HOST: "unix:///nowhere/docker.sock" };

    await expect(open({ image: "hermes-missing:none" }).exec("true", { taskId })).rejects.toMatchObject({
      code: "BACKEND_UNREACHABLE",
    });
    await expect(open({ env }).exec("true", { taskId })).rejects.toMatchObject({
      code: "BACKEND_UNREACHABLE",
      hint: expect.stringContaining("DOCKER_HOST"),
    });
    expect(() => open({ binary: "no-such-docker" })).toThrow(/no no-such-docker here/);
    expect(() => open({ volumes: ["relative/path:/x"] })).toThrow(/not a volume/);
  });
});
