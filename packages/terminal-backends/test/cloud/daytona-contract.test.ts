import { afterAll, beforeAll, describe } from "vitest";
import { createDaytonaBackend } from "../../src/daytona/daytona-backend.ts";
import { cloudContract } from "./cloud-place.ts";
import { daytonaKey, startFakeDaytona } from "./fake-daytona.ts";
import type { FakeDaytona } from "./fake-daytona.ts";

let daytona: FakeDaytona;

describe("daytona (played on loopback)", () => {
  beforeAll(async () => {
    daytona = await startFakeDaytona();
  });
  afterAll(async () => {
    await daytona?.[Symbol.asyncDispose]();
  });

  cloudContract({
    third: 1,
    sandboxes: () => daytona.sandboxes,
    open: ({ env, ...options }) =>
      createDaytonaBackend({ ...options, apiUrl: daytona.url, env: { ...env, DAYTONA_API_KEY: daytonaKey } }),
  });
});
