import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { program } from "../src/paths.js";
import { unreleasedChanges } from "../src/publish/changelog.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const long = process.env["HERMES_TEST_LONG"] === "1";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "published-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a package is packed with its README, license, changelog and examples, and without tests", async () => {
  const folder = temporaryFolder();
  const packed = join(root, "packages/atomic-files");

  await run(program("pnpm"), ["pack", "--pack-destination", folder], { cwd: packed });
  const [tarball = ""] = readdirSync(folder);
  const { stdout } = await run("tar", ["tzf", join(folder, tarball)]);
  const names = stdout.trim().split("\n");

  for (const name of ["README.md", "LICENSE", "CHANGELOG.md", "examples/basic.ts", "src/index.ts"])
    expect(names).toContain(`package/${name}`);
  expect(names.filter((name) => /^package\/(test|bench|node_modules)\//.test(name))).toEqual([]);
  expect(existsSync(join(packed, "CHANGELOG.md"))).toBe(false);
});

test("before the first release a changelog is what the changesets say of the package", () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "a.md"),
    '---\n"@hermes/patch": minor\n"@hermes/files": patch\n---\n\nIt is\nfaster.\n',
  );
  writeFileSync(join(folder, "b.md"), '---\n"@hermes/patch-more": minor\n---\n\nOf another one.\n');

  expect(unreleasedChanges("@hermes/patch", folder)).toBe(
    "# @hermes/patch\n\n## Unreleased\n\n- It is\n  faster.\n",
  );
  expect(unreleasedChanges("@hermes/none", folder)).toContain("No changes yet.");
});

test.runIf(long)("the API reference has a page for each entry point, and is the same twice", async () => {
  const folder = temporaryFolder();
  const write = async (name: string) => {
    await run(process.execPath, ["src/api.ts", join(folder, name)], { cwd: join(root, "docs") });
    return readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).toSorted();
  };

  const pages = await write("first");
  expect(await write("second")).toEqual(pages);
  for (const page of pages.filter((name) => /\.(md|txt)$/.test(name)))
    expect(readFileSync(join(folder, "second", page), "utf8")).toBe(
      readFileSync(join(folder, "first", page), "utf8"),
    );
  for (const page of [
    "agent-loop.md",
    "agent-loop/controller.md",
    "models.md",
    "state.md",
    "registry/errors.md",
  ])
    expect(pages).toContain(page);
  expect(readFileSync(join(folder, "first/agent-loop.md"), "utf8")).toMatch(/### Agent\n/);
});
