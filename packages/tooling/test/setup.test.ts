import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { lacks } from "../src/prerequisites.js";
import { root } from "../src/paths.js";
import { sample } from "../src/sample.js";
import { hidePrograms } from "../src/setup/hide-programs.js";
import { suitesThatNeedPrograms } from "../src/setup/touched-suites.js";
import { totalsLine } from "../src/totals-reporter.js";

test("several runs end with what failed and one line, in which a test counts once and a failure in any run counts", () => {
  const whole = {
    passed: ["a > one", "a > one", "a > two", "b > x"],
    failed: ["c"],
    skipped: ["b > y", "b > z"],
  };
  const again = {
    passed: ["a > one", "b > y"],
    failed: ["a > two"],
    skipped: ["a > one", "b > x", "b (needs rg) > z"],
  };

  expect(totalsLine([whole])).toBe("failed: c\n\n4 passed, 1 failed, 2 skipped\n");
  expect(totalsLine([whole, again])).toBe("failed: c\nfailed: a > two\n\n4 passed, 2 failed, 1 skipped\n");
});

test("in CI what fails is tried up to twice more, and named; what fails three times fails", () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-retry-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "test"));
  const tooling = join(root, "packages", "tooling");
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `import { tests } from "${pathToFileURL(join(tooling, "vitest.js")).href}";
import { TotalsReporter } from "${pathToFileURL(join(tooling, "src", "totals-reporter.js")).href}";
export default tests({ globals: true, reporters: [new TotalsReporter()] });`,
  );
  writeFileSync(
    join(folder, "test", "a.test.ts"),
    `let tries = 0;
test("unsteady", () => expect(++tries).toBe(3));
test("broken", () => expect(1).toBe(2));`,
  );
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [vitest, "run", "--root", folder], {
      env: { ...process.env, HERMES_TEST_OUTCOMES: undefined, ...env },
      encoding: "utf8",
    }).stdout;

  const inCi = run({ CI: "true" });
  expect(inCi).toMatch(/passed at try 3 only: .*a\.test\.ts > unsteady\n/);
  expect(inCi).toContain("1 passed, 1 failed, 0 skipped");
  expect(run({ CI: undefined })).toContain("0 passed, 2 failed, 0 skipped");
});

test.skipIf(process.platform === "win32")(
  "a bare run finds every program but those that only some machines have",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "hermes-path-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "bin"));
    for (const name of ["rg", "python3", "python3.99", "ordinary"]) {
      writeFileSync(join(folder, "bin", name), `#!/bin/sh\necho ${name}\n`);
      chmodSync(join(folder, "bin", name), 0o755);
    }
    const hidden = hidePrograms({
      PATH: `${join(folder, "bin")}:${join(folder, "missing")}:${process.env["PATH"]}`,
    });
    const env = { ...process.env, ...hidden.env };
    const names = ["rg", "python3", "python3.99", "bwrap", "ordinary", "git", "node"];
    const look = `for name in ${names.join(" ")}; do command -v $name || echo none; done`;
    const [command = "sh", ...rest] = [...hidden.before, "sh", "-c", look];
    const { stdout } = spawnSync(command, rest, { env, encoding: "utf8" });

    const there = ["ordinary", "git", "node"].map((name) => join(hidden.env.PATH, name));
    expect(stdout.trim().split("\n")).toEqual(["none", "none", "none", "none", ...there]);
    hidden.remove();
    expect(existsSync(hidden.env.PATH)).toBe(false);
  },
);

test("tests that look for a program, themselves or in what they import, are those of the bare run", () => {
  const suites = suitesThatNeedPrograms();

  expect(suites).toContain("packages/files/test/search.test.ts");
  // Through ssh-server.ts and tmux.ts.
  expect(suites).toContain("packages/terminal-backends/test/ssh-backend.test.ts");
  expect(suites).toContain("apps/cli/test/clarify-tmux.test.ts");
  expect(suites).not.toContain("packages/patch/test/exports.test.ts");
});

test("a program that is missing is named with the package that brings it", () => {
  const path = process.env["PATH"];
  onTestFinished(() => void (process.env["PATH"] = path));
  process.env["PATH"] = "/nowhere";

  expect(lacks("rg", "tmux")).toBe("needs rg, tmux (Debian: ripgrep, tmux)");
  expect(lacks()).toBeUndefined();
});

test("a sample has one of each few neighbours, the same with the same seed, and says which; the long run has every row", () => {
  const rows = Array.from({ length: 95 }, (_, index) => index);
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => void (vi.unstubAllEnvs(), told.mockRestore()));
  vi.stubEnv("HERMES_TEST_LONG", "0");
  vi.stubEnv("HERMES_TEST_SEED", "one");
  const one = sample("rows", rows, 10);
  const again = sample("rows", rows, 10);
  vi.stubEnv("HERMES_TEST_SEED", "two");
  const two = sample("rows", rows, 10);
  vi.stubEnv("HERMES_TEST_LONG", "1");
  const all = sample("rows", rows, 10);

  expect(one.map((row) => Math.floor(row / 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(again).toEqual(one);
  expect(two).not.toEqual(one);
  expect(told.mock.calls[0]).toEqual([`sample: 10 of 95 rows (HERMES_TEST_SEED=one): ${one.join(" ")}\n`]);
  expect(all).toEqual(rows);
});
