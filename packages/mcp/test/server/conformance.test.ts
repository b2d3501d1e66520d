import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveConformance } from "../conformance-server/conformance-server.ts";

const suite = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

/** Nine extensions for long-running tasks, which are not served. */
const isUnclaimed = (scenario: string): boolean => scenario.startsWith("tasks-");

/** What failed, and how many scenarios were passed; the suite runs them one by one. */
async function conformance(
  url: string,
  ...choice: readonly string[]
): Promise<{ passed: number; failed: string[] }> {
  const results = await mkdtemp(join(tmpdir(), "hermes-conformance-"));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [suite, "server", "--url", url, ...choice, "-o", results],
      { cwd: results, maxBuffer: 10_000_000 },
      // It ends with 1 where a scenario failed.
    ).catch((error: { stdout: string }) => error);
    const lines = stdout.slice(stdout.indexOf("=== SUMMARY")).split("\n");
    const named = (mark: string): string[] =>
      lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length).split(":")[0] ?? ""] : []));
    return {
      passed: named("✓ ").filter((name) => !isUnclaimed(name)).length,
      failed: named("✗ ").filter((name) => !isUnclaimed(name)),
    };
  } finally {
    await rm(results, { recursive: true });
  }
}

// Scored and not, without those of tasks.
test("every scenario of 2025-11-25 passes, over our transports", { timeout: 120_000 }, async () => {
  await using server = await serveConformance();

  expect(await conformance(server.url, "--requirements", "2025-11-25")).toEqual({ passed: 33, failed: [] });
});

test("every scenario of 2026-07-28 passes, over our transports", { timeout: 120_000 }, async () => {
  await using server = await serveConformance();

  expect(await conformance(server.url, "--requirements", "2026-07-28")).toEqual({ passed: 40, failed: [] });
});
