import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkBackend } from "../../src/index.ts";
import type { BackendFinding } from "../../src/index.ts";
import { daytonaKey, startFakeDaytona } from "./fake-daytona.ts";
import type { FakeDaytona } from "./fake-daytona.ts";
import { modalToken, startFakeModal } from "./fake-modal.ts";
import type { FakeModal } from "./fake-modal.ts";

let daytona: FakeDaytona;
let modal: FakeModal;

beforeAll(async () => {
  daytona = await startFakeDaytona();
  modal = await startFakeModal();
  vi.stubEnv("MODAL_SERVER_URL", modal.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await modal?.[Symbol.asyncDispose]();
  await daytona?.[Symbol.asyncDispose]();
});

function check(
  kind: string,
  key: { readonly daytona: string; readonly modal: string },
): Promise<BackendFinding> {
  const env = {
    DAYTONA_API_KEY: key.daytona,
    DAYTONA_API_URL: daytona.url,
    MODAL_TOKEN_ID: "ak-test",
    MODAL_TOKEN_SECRET: key.modal,
  };
  return checkBackend(kind, { hostFolder: "/", env });
}

test.each(["daytona", "modal"])(
  "%s is asked whether it takes the key, and nothing is made there",
  async (kind) => {
    const good = await check(kind, { daytona: daytonaKey, modal: modalToken });
    const bad = await check(kind, { daytona: "wrong", modal: "wrong" });

    expect(good).toMatchObject({ status: "ok", message: expect.stringContaining("accepts the key") });
    expect(bad).toMatchObject({
      status: "failed",
      message: expect.stringContaining("does not accept the key"),
    });
    expect([daytona.sandboxes.all.size, modal.sandboxes.all.size]).toEqual([0, 0]);
  },
);
