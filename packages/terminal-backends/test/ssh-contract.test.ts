import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createSshBackend } from "../src/ssh/ssh-backend.ts";
import { backendContract } from "../src/testing/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";
import { countProcesses } from "./local-place.ts";
import { missingForSsh, startSshServer } from "./ssh-server.ts";
import type { SshServer } from "./ssh-server.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const missing = missingForSsh();
let server: SshServer;
let places = 0;

async function openPlace(): Promise<BackendPlace> {
  const root = join(server.root, `place-${++places}`);
  const [sockets, tmp] = [join(root, "sockets"), join(root, "tmp")];
  await mkdir(tmp, { recursive: true });
  await mkdir(sockets);
  // Both sides of a place have a folder of their own, so that nothing of another test is found there.
  const configFile = join(root, "config");
  await writeFile(configFile, `SetEnv TMPDIR=${tmp}\nIdentityFile ${server.keyFile}\nIdentitiesOnly yes\n`);
  const { port, user, knownHostsFile } = server;
  const env = { ...process.env, SSH_AUTH_SOCK: undefined };
  const place = { host: "127.0.0.1", port, user, knownHostsFile, configFile, cwd: join(root, "work") };
  const backend = createSshBackend({ ...place, env, tmpDir: sockets });
  return {
    backend,
    folder: place.cwd,
    countProcesses,
    leftovers: async () => [...(await readdir(tmp)), ...(await readdir(sockets))],
    [Symbol.asyncDispose]: () => backend.dispose(),
  };
}

describe.skipIf(missing !== undefined)(`ssh (${missing ?? "sshd on loopback"})`, () => {
  beforeAll(async () => {
    server = await startSshServer();
  }, 60_000);
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  }, 30_000);

  describe.concurrent("contract", () => {
    backendContract({
      test: (name, run) => void test(name, { timeout: 120_000 }, run),
      open: openPlace,
      quickCalls: isLong ? 60 : 20,
      isSlow: !isLong,
      endsDetachedProcesses: true,
    });
  });
});
