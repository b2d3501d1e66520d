import { readdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../paths.js";

/** What a registry and a tarball tell of a package beside its code. `repository` of the root says where all of it lies. */
const common = ["agent", "ai", "hermes", "llm", "typescript"];
const files = ["dist", "src", "examples", "CHANGELOG.md"];
const scripts = {
  prepack: "node ../tooling/bin/changelog.js",
  postpack: "node ../tooling/bin/changelog.js --remove",
};

/** The address of the repository, without `.git`. */
export function repositoryUrl() {
  return readJson(join(root, "package.json"))
    .repository.url.replace(/^git\+/, "")
    .replace(/\.git$/, "");
}

/**
 * Compares manifests and READMEs of the public packages with what they should say, or writes it.
 *
 * @param {{ write?: boolean }} [options]
 * @returns {string[]} One sentence per file that says something else.
 */
export function publishFacts({ write = false } = {}) {
  return publicFolders().flatMap((folder) =>
    [
      [join(folder, "package.json"), manifestOf(folder)],
      [join(folder, "README.md"), readmeOf(folder)],
    ].flatMap(([file = "", text]) => {
      if (text === undefined || readFileSync(file, "utf8") === text) return [];
      if (write) writeFileSync(file, text);
      return [`${relative(root, file)} does not say where it comes from; run \`pnpm run docs\`.`];
    }),
  );
}

function publicFolders() {
  const packages = join(root, "packages");
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .filter((folder) => readJson(join(folder, "package.json")).private !== true);
}

/** @param {string} folder */
function manifestOf(folder) {
  const {
    name,
    version,
    description,
    license,
    keywords = [],
    ...rest
  } = readJson(join(folder, "package.json"));
  const directory = relative(root, folder);
  const url = repositoryUrl();
  const facts = {
    ...{ name, version, description },
    keywords: [...new Set([...keywords, ...common])].toSorted(),
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: `${url}/issues`,
    license,
    repository: { type: "git", url: `git+${url}.git`, directory },
  };
  const told = { ...facts, ...rest, repository: facts.repository, files };
  return `${JSON.stringify({ ...told, homepage: facts.homepage, bugs: facts.bugs, scripts: { ...rest.scripts, ...scripts } }, null, 2)}\n`;
}

/**
 * Links that leave the package lead to the repository: in a tarball and on a registry there is nothing beside it.
 *
 * @param {string} folder
 */
function readmeOf(folder) {
  const path = join(folder, "README.md");
  if (!existsSync(path)) return undefined;
  const at = `${repositoryUrl()}/blob/main/`;
  return readFileSync(path, "utf8")
    .replaceAll("](../../", `](${at}`)
    .replaceAll(/\]\(\.\.\/(?=[a-z])/g, `](${at}packages/`)
    .replaceAll(/\]\(https:\/\/[^)\s]*?\/blob\/main\/(?=(?:docs|packages|apps|examples)\/)/g, `](${at}`);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
