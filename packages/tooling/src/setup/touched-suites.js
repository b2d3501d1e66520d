import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { workspacePackages } from "../checks/floors.js";
import { root } from "../paths.js";

/** What says that a test, or something that it imports, looks for a program or a jail. */
const marks = /@hermes\/tooling\/prerequisites|\bchooseIsolation\(/;

/** @returns {readonly string[]} Test files that programs of `optionalPrograms` make a difference to, from the root. */
export function suitesThatNeedPrograms() {
  return workspacePackages()
    .flatMap(({ folder }) => markedFiles(join(folder, "test")))
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => relative(root, file));
}

/** @param {string} folder */
function markedFiles(folder) {
  if (!existsSync(folder)) return [];
  const texts = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => [join(folder, file), readFileSync(join(folder, file), "utf8")]),
  );
  const marked = new Set([...texts.keys()].filter((file) => marks.test(texts.get(file) ?? "")));
  for (let before = -1; before !== marked.size;) {
    before = marked.size;
    for (const [file, text] of texts) {
      const imports = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) =>
        resolve(dirname(file), path),
      );
      if (imports.some((path) => marked.has(path))) marked.add(file);
    }
  }
  return [...marked];
}
