import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../paths.js";

const list = join(root, "docs", "features.yaml");

/**
 * Compares `docs/features.yaml` with the tests it names.
 *
 * @returns {string[]} One sentence per row that is malformed, doubled, or names a test that does not exist.
 */
export function checkFeatures() {
  const rows = parse(readFileSync(list, "utf8"))?.features;
  if (!Array.isArray(rows)) return ['docs/features.yaml: expected a list under "features".'];
  const seen = new Set();
  return rows.flatMap((row, index) => {
    const where = `docs/features.yaml, row ${index + 1} (${row?.id ?? "no id"})`;
    if (
      typeof row?.id !== "string" ||
      typeof row.feature !== "string" ||
      !Array.isArray(row.tests) ||
      row.tests.length === 0
    ) {
      return [`${where}: needs "id", "feature" and at least one test.`];
    }
    const doubled = seen.has(row.id) ? [`${where}: the id is used twice.`] : [];
    seen.add(row.id);
    return [...doubled, ...row.tests.flatMap((test) => testProblems(where, test))];
  });
}

/**
 * @param {string} where
 * @param {unknown} test `path/of/file.test.ts > name of the test`
 */
function testProblems(where, test) {
  const [file = "", name = ""] = String(test).split(" > ", 2);
  const path = join(root, file);
  if (!existsSync(path)) return [`${where}: there is no file ${file}.`];
  return testNames(path).has(name) ? [] : [`${where}: ${file} has no test named "${name}".`];
}

const names = new Map();

/** @param {string} path */
function testNames(path) {
  const known = names.get(path);
  if (known) return known;
  const found = new Set();
  // A test's name is the first string after `test(`, `it(`, `test.skipIf(…)(` and the like, or after the rows of `test.each([…])(`.
  const string = /(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/.source;
  const call = /\b(?:test|it)\b(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*/.source;
  const rows = /^\s*\](?: as const)?\)\(\s*/.source;
  const named = new RegExp(`(?:${call}|${rows})${string}`, "gm");
  for (const match of readFileSync(path, "utf8").matchAll(named)) {
    found.add((match[1] ?? match[2] ?? match[3]).replace(/\\(.)/g, "$1"));
  }
  names.set(path, found);
  return found;
}
