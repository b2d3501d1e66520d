import { afterAll, beforeAll, describe } from "vitest";
import { createVercelBackend } from "../../src/vercel/vercel-backend.ts";
import { cloudContract } from "./cloud-place.ts";
import { startFakeVercel, vercelToken } from "./fake-vercel.ts";
import type { FakeVercel } from "./fake-vercel.ts";

let vercel: FakeVercel;

describe("vercel-sandbox (played on loopback)", () => {
  beforeAll(async () => {
    vercel = await startFakeVercel();
  });
  afterAll(async () => {
    await vercel?.[Symbol.asyncDispose]();
  });

  cloudContract({
    third: 0,
    sandboxes: () => vercel.sandboxes,
    open: ({ env, ...options }) => {
      const keys = { VERCEL_TOKEN: vercelToken, VERCEL_TEAM_ID: "team", VERCEL_PROJECT_ID: "project" };
      return createVercelBackend({ ...options, apiUrl: vercel.url, env: { ...env, ...keys } });
    },
  });
});
