import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import type { Backend } from "../../src/index.ts";
import { backendContract } from "../../src/testing/index.ts";
import { countProcesses } from "../local-place.ts";
import type { FakeSandboxes } from "./fake-sandboxes.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

export interface OpenCloudOptions {
  readonly cwd: string;
  readonly forwardEnv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly keepAs: string;
}

/** Runs the whole contract, each test in a sandbox of its own. */
export function cloudContract(
  sandboxes: () => FakeSandboxes,
  open: (options: OpenCloudOptions) => Backend,
): void {
  let places = 0;
  describe.concurrent("contract", () => {
    backendContract({
      test: (name, run) => void test(name, { timeout: 120_000 }, run),
      open: async () => {
        const keepAs = `place-${++places}`;
        const root = join(sandboxes().root, keepAs);
        const [cwd, tmp] = [join(root, "work"), join(root, "tmp")];
        await mkdir(tmp, { recursive: true });
        const backend = open({ cwd, forwardEnv: ["TMPDIR"], env: { TMPDIR: tmp }, keepAs });
        return {
          backend,
          folder: cwd,
          countProcesses,
          leftovers: () => readdir(tmp),
          [Symbol.asyncDispose]: () => backend.dispose(),
        };
      },
      quickCalls: isLong ? 100 : 20,
      isSlow: !isLong,
      endsDetachedProcesses: true,
    });
  });
}
