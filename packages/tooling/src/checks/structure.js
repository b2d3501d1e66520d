import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../paths.js";
import { workspacePackages } from "./floors.js";

const filesOfLibrary = [
  "README.md",
  "tsup.config.ts",
  "tsconfig.json",
  "tsconfig.build.json",
  "vitest.config.ts",
  "src/index.ts",
  "examples/basic.ts",
];
/** A page that is served: it has no command. */
const filesOfPage = ["README.md", "vite.config.ts", "tsconfig.json", "vitest.config.ts", "index.html"];
const filesOfApp = ["README.md", "tsup.config.ts", "tsconfig.json", "vitest.config.ts", "bin"];

/** @returns {string[]} One sentence per package that lacks a file or a manifest field that every package has. */
export function checkStructure() {
  return [...packageProblems(), ...newerSyntax()];
}

/**
 * Node 22 runs the sources of the libraries as they are, and the programs that tests start; it does not know `using`.
 * Test files are transpiled, and so are the apps.
 *
 * @see https://nodejs.org/en/learn/typescript/run-natively
 */
function newerSyntax() {
  return workspacePackages()
    .filter(({ floor }) => floor !== "app")
    .flatMap(({ folder }) => ["src", "test", "examples"].map((name) => join(folder, name)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file))
        .map((file) => join(folder, file)),
    )
    .filter((file) => /^\s*(?:await )?using \w+ =/m.test(readFileSync(file, "utf8")))
    .map(
      (file) => `${relative(root, file)}: "using" is syntax that Node 22 does not know; end it in "finally".`,
    );
}

/** @returns {string[]} */
function packageProblems() {
  return workspacePackages()
    .filter(({ floor }) => floor !== "tooling")
    .flatMap(({ name, folder, floor }) => {
      const isPage = existsSync(join(folder, "vite.config.ts"));
      const files = isPage ? filesOfPage : floor === "app" ? filesOfApp : filesOfLibrary;
      const missing = files
        .filter((file) => !existsSync(join(folder, file)))
        .map((file) => `${name}: ${relative(root, join(folder, file))} is missing.`);
      return [...missing, ...manifestProblems(name, folder, floor)];
    });
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string} floor
 */
function manifestProblems(name, folder, floor) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const problems = [];
  for (const field of ["description", "license", "files"]) {
    if (!manifest[field]) problems.push(`${name}: package.json has no "${field}".`);
  }
  if (manifest.engines?.node !== ">=22.18") problems.push(`${name}: "engines.node" must be ">=22.18".`);
  if (floor !== "app" && manifest.sideEffects !== false)
    problems.push(`${name}: "sideEffects" must be false.`);
  for (const [dependency, range] of [
    ...Object.entries(manifest.dependencies ?? {}),
    ...Object.entries(manifest.devDependencies ?? {}),
  ]) {
    if (dependency.startsWith("@hermes/") && !String(range).startsWith("workspace:")) {
      problems.push(`${name}: "${dependency}" must come from the workspace.`);
    }
  }
  return problems;
}
