import { afterAll, beforeAll, describe, vi } from "vitest";
import { createModalBackend } from "../../src/modal/modal-backend.ts";
import { cloudContract } from "./cloud-place.ts";
import { modalToken, startFakeModal } from "./fake-modal.ts";
import type { FakeModal } from "./fake-modal.ts";

let modal: FakeModal;

describe("modal (played on loopback)", () => {
  beforeAll(async () => {
    modal = await startFakeModal();
    // The kit takes its address from there alone.
    vi.stubEnv("MODAL_SERVER_URL", modal.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await modal?.[Symbol.asyncDispose]();
  });

  cloudContract({
    third: 2,
    sandboxes: () => modal.sandboxes,
    open: ({ env, ...options }) => {
      const keys = { MODAL_TOKEN_ID: "ak-test", MODAL_TOKEN_SECRET: modalToken };
      return createModalBackend({ ...options, image: "debian", env: { ...env, ...keys } });
    },
  });
});
