import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVercelBackend } from "../../src/vercel/vercel-backend.ts";
import type { VercelBackendOptions } from "../../src/vercel/vercel-options.ts";
import { cloudRules } from "./cloud-rules.ts";
import { startFakeVercel, vercelToken } from "./fake-vercel.ts";
import type { FakeVercel } from "./fake-vercel.ts";

let vercel: FakeVercel;

function open({
  key = vercelToken,
  env,
  ...options
}: Partial<VercelBackendOptions> & { readonly key?: string } = {}) {
  const keys = { VERCEL_TOKEN: key, VERCEL_TEAM_ID: "team", VERCEL_PROJECT_ID: "project" };
  return createVercelBackend({ apiUrl: vercel.url, ...options, env: { ...env, ...keys } });
}

describe("vercel-sandbox (played on loopback)", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    vercel = await startFakeVercel();
  });
  afterAll(async () => {
    await vercel?.[Symbol.asyncDispose]();
  });

  cloudRules({ sandboxes: () => vercel.sandboxes, open, asleep: "stopped" });

  test("image, processors, network and lifetime are asked for", async () => {
    const backend = open({ image: "mine:1", cpus: 2, hasNetwork: false, lifetimeMs: 60_000 });
    await backend.exec("true", { taskId: "task" });
    const [{ wanted } = { wanted: undefined }] = vercel.sandboxes.all.values();
    await backend.dispose();

    expect(wanted).toMatchObject({
      image: "mine:1",
      resources: { vcpus: 2 },
      networkPolicy: { mode: "deny-all" },
      timeout: 60_000,
      persistent: false,
    });
  });

  test("a command whose answer broke is not run a second time", async () => {
    const backend = open();
    await backend.exec("true", { taskId: "task" });
    vercel.failAfterRun = 1;
    const before = vercel.asked.length;
    await backend.exec("echo run >> ~/ran", { taskId: "task" }).catch(() => undefined);
    const { output } = await backend.exec("cat ~/ran; rm ~/ran", { taskId: "task" });
    await backend.dispose();

    expect(vercel.asked.slice(before).some((line) => line.endsWith("/cmd"))).toBe(true);
    expect(output).toBe("run\n");
  });

  test("the token that the tool of Vercel writes is a key of its own", async () => {
    const claims = Buffer.from(JSON.stringify({ owner_id: "team", project_id: "project" })).toString(
      "base64url",
    );
    const env = { VERCEL_OIDC_TOKEN: `head.${claims}.tail` };
    const backend = createVercelBackend({ apiUrl: vercel.url, env });

    // The service that is played knows another one: what counts is that it was asked.
    await expect(backend.exec("true", { taskId: "task" })).rejects.toMatchObject({
      code: "BACKEND_LOGIN_REFUSED",
    });
  });
});
