import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDaytonaBackend } from "../../src/daytona/daytona-backend.ts";
import type { DaytonaBackendOptions } from "../../src/daytona/daytona-options.ts";
import { cloudRules } from "./cloud-rules.ts";
import { daytonaKey, startFakeDaytona } from "./fake-daytona.ts";
import type { FakeDaytona } from "./fake-daytona.ts";

let daytona: FakeDaytona;

function open({
  key = daytonaKey,
  env,
  ...options
}: Partial<DaytonaBackendOptions> & { readonly key?: string } = {}) {
  return createDaytonaBackend({ apiUrl: daytona.url, ...options, env: { ...env, DAYTONA_API_KEY: key } });
}

describe("daytona (played on loopback)", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    daytona = await startFakeDaytona();
  });
  afterAll(async () => {
    await daytona?.[Symbol.asyncDispose]();
  });

  cloudRules({ sandboxes: () => daytona.sandboxes, open, asleep: "stopped" });

  test("image, size, network and the end of an idle sandbox are asked for", async () => {
    const limits = { cpus: 0.5, memoryMb: 1536, diskMb: 51_200 };
    const backend = open({ image: "mine:1", limits, hasNetwork: false, idleMinutes: 5 });
    await backend.exec("true", { taskId: "task" });
    const [{ wanted } = { wanted: undefined }] = daytona.sandboxes.all.values();
    await backend.dispose();

    expect(wanted).toMatchObject({
      buildInfo: { dockerfileContent: "FROM mine:1\n" },
      ...{ cpu: 1, memory: 2, disk: 10, networkBlockAll: true },
      ...{ autoStopInterval: 5, autoDeleteInterval: 0 },
    });
  });

  test("what runs in a sandbox leaves no sessions behind", async () => {
    const backend = open();
    await backend.exec("cat", { taskId: "task", stdin: "text" });
    await backend.exec("sleep 60 & echo", { taskId: "task" });
    const other = await backend.spawn("cat", { taskId: "task" });
    await other.closeInput();
    await other.exited;
    await backend.dispose();

    expect([...daytona.sessions.values()].filter(({ sandbox }) => sandbox.state === "started")).toEqual([]);
  });
});
