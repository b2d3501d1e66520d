import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createModalBackend } from "../../src/modal/modal-backend.ts";
import type { ModalBackendOptions } from "../../src/modal/modal-options.ts";
import { cloudRules } from "./cloud-rules.ts";
import { modalToken, startFakeModal } from "./fake-modal.ts";
import type { FakeModal } from "./fake-modal.ts";

let modal: FakeModal;

function open({
  key = modalToken,
  env,
  ...options
}: Partial<ModalBackendOptions> & { readonly key?: string } = {}) {
  const keys = { MODAL_TOKEN_ID: "ak-test", MODAL_TOKEN_SECRET: key };
  return createModalBackend({ image: "debian", ...options, env: { ...env, ...keys } });
}

describe("modal (played on loopback)", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    modal = await startFakeModal();
    // The kit takes its address from there alone, and what a person has set up is not the test's.
    vi.stubEnv("MODAL_SERVER_URL", modal.url);
    vi.stubEnv("MODAL_CONFIG_PATH", "/nowhere/modal.toml");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await modal?.[Symbol.asyncDispose]();
  });

  cloudRules({ sandboxes: () => modal.sandboxes, open, asleep: "started" });

  test("image, size, network and lifetime are asked for", async () => {
    const limits = { cpus: 0.5, memoryMb: 512 };
    const backend = open({ image: "mine:1", limits, hasNetwork: false, lifetimeMs: 60_000 });
    await backend.exec("true", { taskId: "task" });
    const [{ wanted } = { wanted: undefined }] = modal.sandboxes.all.values();
    await backend.dispose();

    expect(wanted).toMatchObject({
      image_id: "FROM mine:1",
      timeout_secs: 60,
      resources: { memory_mb: 512, memory_mb_max: 512, milli_cpu: 500, milli_cpu_max: 500 },
      network_access: { network_access_type: 2 },
    });
  });
});
