import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const guides = fileURLToPath(new URL("../../../docs/guides/", import.meta.url));
// A program of a package is run by the tests of that package.
const pages = readdirSync(guides).filter(
  (name) => name.endsWith(".md") && shownIn(name).program.startsWith("examples/"),
);

/** What a page shows: a program, and what it says that it prints. */
function shownIn(page: string): { readonly program: string; readonly prints: string | undefined } {
  const text = readFileSync(`${guides}${page}`, "utf8");
  const [, program = ""] = /<!-- file: (\S+) -->/.exec(text) ?? [];
  const [, prints] = /<!-- prints -->\s*```text\n([^]*?)```/.exec(text) ?? [];
  return { program, prints };
}

test.each(pages)("the program of the guide %s runs offline, and prints what it says", async (page) => {
  const { program, prints } = shownIn(page);

  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@hermes/source",
    `${guides}${program}`,
  ]);

  expect(stdout).toEqual(prints ?? expect.stringContaining(""));
});

test("every program in the folder of the guides is shown by one of them", () => {
  const shown = pages.map((page) => shownIn(page).program);

  expect(shown.toSorted()).toEqual(
    readdirSync(`${guides}examples`)
      .map((name) => `examples/${name}`)
      .toSorted(),
  );
});
