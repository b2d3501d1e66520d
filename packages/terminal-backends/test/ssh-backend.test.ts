import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginCommand } from "../src/ssh/ssh-arguments.ts";
import { createSshBackend } from "../src/ssh/ssh-backend.ts";
import type { SshBackendOptions } from "../src/ssh/ssh-backend.ts";
import { uniqueMark } from "../src/testing/command-contract.ts";
import { killProgramWithBackend } from "./killed-child.ts";
import { countProcesses } from "./local-place.ts";
import { missingForSsh, startSshServer } from "./ssh-server.ts";
import type { SshServer } from "./ssh-server.ts";
import { until } from "./until.ts";

const missing = missingForSsh();
const taskId = "task";

describe.skipIf(missing !== undefined)(`ssh (${missing ?? "sshd on loopback"})`, { timeout: 60_000 }, () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  }, 60_000);
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  }, 30_000);

  function options() {
    const { port, user, keyFile, knownHostsFile } = server;
    return { host: "127.0.0.1", port, user, keyFile, knownHostsFile, configFile: "none" } as const;
  }

  function open(more: Partial<SshBackendOptions> = {}) {
    const env = { ...process.env, SSH_AUTH_SOCK: undefined };
    const backend = createSshBackend({ ...options(), env, ...more });
    return Object.assign(backend, { [Symbol.asyncDispose]: () => backend.dispose() });
  }

  test("many commands share one connection", async () => {
    await using backend = open();
    await backend.exec("true", { taskId });
    const before = server.connections().length;
    for (let call = 0; call < 5; call += 1) await backend.exec("true", { taskId });

    expect(server.connections().length).toBe(before);
  });

  test("a command that is stopped before it runs, and then takes its time to end, is gone when the call is over", async () => {
    const mark = uniqueMark();
    const bin = await mkdtemp(join(server.root, "bin-"));
    const real = execFileSync("sh", ["-c", "command -v ssh"], { encoding: "utf8" }).trim();
    // It has 10 s to turn up, and its end comes two seconds after that.
    const slow = `#!/bin/sh\ncase "$*" in *"trap"*${mark}*) sleep 8.5 ;; esac\nexec ${real} "$@"\n`;
    await writeFile(join(bin, "ssh"), slow, { mode: 0o755 });
    const env = { ...process.env, SSH_AUTH_SOCK: undefined, PATH: `${bin}:${process.env["PATH"]}` };
    await using backend = open({ env });
    await backend.exec("true", { taskId });
    const result = await backend.exec(`trap "" TERM; sleep 30.${mark}; echo never`, {
      taskId,
      timeoutMs: 200,
    });

    expect(result).toMatchObject({ timedOut: true, output: "" });
    expect(result.durationMs).toBeGreaterThan(8_500);
    expect(await countProcesses(mark)).toBe(0);
  });

  test("a host whose key is not known is refused, and remembered where that was chosen", async () => {
    const knownHostsFile = join(server.root, "nothing-known");
    const strict = open({ knownHostsFile }).exec("true", { taskId });
    await expect(strict).rejects.toMatchObject({
      code: "BACKEND_HOST_KEY",
      hint: expect.stringContaining(`ssh -p ${server.port} ${server.user}@127.0.0.1`),
    });

    await using trusting = open({ knownHostsFile, hostKeys: "accept-new" });
    expect((await trusting.exec("echo in", { taskId })).output).toBe("in\n");
    expect(await readFile(knownHostsFile, "utf8")).toContain(`[127.0.0.1]:${server.port}`);
  });

  test("a host whose key has changed is refused, also by who accepts new ones", async () => {
    const knownHostsFile = join(server.root, "other-key");
    const other = (await readFile(join(server.root, "key.pub"), "utf8")).trim();
    await writeFile(knownHostsFile, `[127.0.0.1]:${server.port} ${other}\n`);
    const refused = open({ knownHostsFile, hostKeys: "accept-new" }).exec("true", { taskId });

    await expect(refused).rejects.toMatchObject({
      code: "BACKEND_HOST_KEY",
      message: expect.stringContaining("another one than before"),
    });
  });

  test("a login that needs a password is refused at once, with what to do", async () => {
    const tmpDir = await mkdtemp(join(server.root, "sockets-"));
    const refused = open({ keyFile: join(server.root, "host"), tmpDir }).exec("true", { taskId });

    await expect(refused).rejects.toMatchObject({
      code: "BACKEND_LOGIN_REFUSED",
      hint: expect.stringContaining("Passwords are never asked for"),
    });
    expect(await readdir(tmpDir)).toEqual([]);
  });

  test("a port where nobody listens is reported", async () => {
    const refused = open({ port: 1 }).exec("true", { taskId });

    await expect(refused).rejects.toMatchObject({
      code: "BACKEND_UNREACHABLE",
      hint: expect.stringContaining("ssh_port"),
    });
  });

  test("after a cut the next command connects anew and says what was lost", async () => {
    await using backend = open();
    await backend.exec("cd /tmp; export A=1", { taskId });
    for (const pid of server.connections()) process.kill(pid, "SIGKILL");
    const next = await backend.exec('echo "${A-none}"', { taskId });

    expect(next.output).toBe("none\n");
    expect(next.notice).toMatch(/connection to 127\.0\.0\.1 was cut.*are lost/);
  });

  test("a command that is cut off ends there too, and its folder goes", async () => {
    const mark = uniqueMark();
    await using backend = open();
    const folder = await backend.scratch({ taskId });
    const running = backend.exec(`sleep 30.${mark}`, { taskId });
    await until(async () => (await countProcesses(mark)) === 1);
    for (const pid of server.connections()) process.kill(pid, "SIGKILL");
    const result = await running;

    expect([result.exitCode, result.timedOut]).toEqual([null, false]);
    expect(result.notice).toMatch(/lost while it ran/);
    await until(async () => (await countProcesses(mark)) === 0);
    await until(async () => (await backend.stat(folder, { taskId })) === undefined);
  });

  test("when the program is killed its commands there end, and its connections", async () => {
    const mark = uniqueMark();
    await until(() => server.connections().length === 0);
    const tmpDir = await mkdtemp(join(server.root, "sockets-"));
    await killProgramWithBackend("ssh", { ...options(), tmpDir }, { env: process.env, mark });

    await until(async () => (await countProcesses(mark)) === 0);
    await until(() => server.connections().length === 0);
    await until(async () => (await readdir(tmpDir)).length === 0);
  });

  test("more commands at once than one connection takes all run", async () => {
    await using backend = open();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        backend.exec(`sleep 0.2; echo ${index}`, { taskId: `${index}` }),
      ),
    );

    expect(results.map(({ output }) => output)).toEqual(results.map((_, index) => `${index}\n`));
  });

  test("a program there has a terminal, keys reach it, and it can be ended", async () => {
    await using backend = open();
    const { output } = await backend.exec("tty; stty size", { taskId, pty: true });
    const started = await backend.spawn('read x; echo "got $x"; cat', {
      taskId,
      pty: { columns: 90, rows: 20 },
    });
    await started.write("word\r");
    await until(() => started.output().includes("got word"));
    await started.kill();

    expect(output).toMatch(/\/dev\/pts\/\d+\n30 120\n$/);
    expect((await started.exited).exitCode).toBeNull();
  });

  test("a process that is to outlive the program is refused in words", async () => {
    await using backend = open();

    await expect(backend.spawn("true", { taskId, keepAs: "a" })).rejects.toMatchObject({
      code: "BACKEND_UNSUPPORTED",
    });
    expect([backend.capabilities.isolated, backend.capabilities.reattach]).toEqual([false, false]);
  });
});

test("a script for a login shell holds no backslash within single quotes", () => {
  expect(loginCommand(String.raw`printf 'a\n'`)).toBe(String.raw`exec sh -c 'printf '\''a'"\\"'n'\'''`);
});
