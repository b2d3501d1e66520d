import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const suite = join(dirname(manifest), "dist", "index.js");
const program = fileURLToPath(new URL("client.ts", import.meta.url));
const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** How many scenarios the suite requires of a client. */
const revisions = [
  ["2025-11-25", 18],
  ["2026-07-28", 32],
] as const;

/** Some that need much of the client each, for every run of the tests. */
const core = [
  ["sse-retry", "2025-11-25"],
  ["request-metadata", "2026-07-28"],
  ["auth/scope-step-up", "2026-07-28"],
] as const;

/** What no revision requires, and holds. Signed assertions and proofs of possession are not built. */
const beyond = [
  "auth/client-credentials-basic",
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
];

async function requiredBy(revision: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [suite, "list", "--requirements", revision]);
  const [, client = ""] = stdout.split("Client scenarios");
  return [...client.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = ""]) => name);
}

/** The words of the suite about one scenario. */
async function runScenario(scenario: string, revision?: string): Promise<string> {
  const results = mkdtempSync(join(tmpdir(), "hermes-conformance-"));
  const command = `${process.execPath} --conditions=@hermes/source --no-warnings ${program}`;
  const version = revision === undefined ? [] : ["--spec-version", revision];
  const args = [suite, "client", "--command", command, "--scenario", scenario, ...version, "-o", results];
  try {
    const { stdout, stderr } = await run(process.execPath, args);
    return stdout + stderr;
  } catch (error) {
    // It ends with 1 where a scenario does not hold.
    return error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

test.skipIf(isLong).each(core)(
  "the scenario %s holds for the client (%s)",
  { timeout: 30_000 },
  async (scenario, revision) => {
    expect(await runScenario(scenario, revision)).toContain("OVERALL: PASSED");
  },
);

test.skipIf(!isLong).each(revisions)(
  "everything that %s requires of a client holds (%i scenarios)",
  { timeout: 300_000 },
  async (revision, count) => {
    const scenarios = await requiredBy(revision);
    const failed: string[] = [];
    for (const scenario of scenarios)
      if (!(await runScenario(scenario, revision)).includes("OVERALL: PASSED")) failed.push(scenario);

    expect(scenarios).toHaveLength(count);
    expect(failed).toEqual([]);
  },
);

test.skipIf(!isLong).each(beyond)(
  "the scenario %s holds for the client",
  { timeout: 30_000 },
  async (scenario) => {
    expect(await runScenario(scenario)).toContain("OVERALL: PASSED");
  },
);
