import { afterAll, beforeAll, describe, test } from "vitest";
import { createDockerBackend } from "../src/docker/docker-backend.ts";
import type { DockerBackendOptions } from "../src/docker/docker-backend.ts";
import type { Backend } from "../src/index.ts";
import { backendContract } from "../src/testing/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";
import { missingForDocker, startDockerDaemon } from "@hermes/tooling/docker-daemon";
import type { DockerDaemon } from "@hermes/tooling/docker-daemon";
import { countProcesses } from "./local-place.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const missing = missingForDocker();
let daemon: DockerDaemon;
/** Holds the container for all tests, which are told apart by their folders. */
let holder: Backend;
let places = 0;

function options(): DockerBackendOptions {
  const { image, env } = daemon;
  return { image, env, network: "none", keepAs: "contract", limits: { cpus: 2 } };
}

async function openPlace(): Promise<BackendPlace> {
  const folder = `/place-${++places}/work`;
  const tmp = `/place-${places}/tmp`;
  const env = { ...daemon.env, TMPDIR: tmp };
  const backend = createDockerBackend({ ...options(), env, forwardEnv: ["TMPDIR"], cwd: folder });
  return {
    backend,
    folder,
    countProcesses,
    leftovers: async () => (await holder.list(tmp, { taskId: "holder" })).map(({ name }) => name),
    [Symbol.asyncDispose]: () => backend.dispose(),
  };
}

describe.skipIf(missing !== undefined)(`docker (${missing ?? "busybox"})`, () => {
  beforeAll(async () => {
    daemon = await startDockerDaemon();
    holder = createDockerBackend(options());
    await holder.exec("for i in $(seq 100); do mkdir -p /place-$i/tmp; done", { taskId: "holder" });
  }, 120_000);
  afterAll(async () => {
    await holder?.dispose();
    await daemon?.[Symbol.asyncDispose]();
  }, 60_000);

  describe.concurrent("contract", () => {
    backendContract({
      test: (name, run) => void test(name, { timeout: 120_000 }, run),
      open: openPlace,
      quickCalls: isLong ? 100 : 20,
      isSlow: !isLong,
      endsDetachedProcesses: true,
    });
  });
});
