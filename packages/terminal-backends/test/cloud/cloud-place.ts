import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe } from "vitest";
import type { Backend } from "../../src/index.ts";
import { backendContract } from "../../src/testing/index.ts";
import { countProcesses } from "../local-place.ts";
import { thirdOfContract } from "../third-of-contract.ts";
import type { FakeSandboxes } from "./fake-sandboxes.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

export interface OpenCloudOptions {
  readonly cwd: string;
  readonly forwardEnv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface CloudContractOptions {
  readonly sandboxes: () => FakeSandboxes;
  readonly open: (options: OpenCloudOptions) => Backend;
  /** Which third of the contract is enough for a quick run. */
  readonly third: 0 | 1 | 2;
}

/**
 * Runs the contract, each test in a sandbox of its own: all of it through every service in a long run, and in a quick one
 * each test through one of the three.
 */
export function cloudContract({ sandboxes, open, third }: CloudContractOptions): void {
  let places = 0;
  describe.concurrent(isLong ? "contract" : "a third of the contract", () => {
    backendContract({
      test: thirdOfContract(third),
      open: async () => {
        const root = join(sandboxes().root, `place-${++places}`);
        const [cwd, tmp] = [join(root, "work"), join(root, "tmp")];
        await mkdir(tmp, { recursive: true });
        const backend = open({ cwd, forwardEnv: ["TMPDIR"], env: { TMPDIR: tmp } });
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
