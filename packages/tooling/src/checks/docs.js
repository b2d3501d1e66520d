import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../paths.js";
import { repositoryUrl } from "../publish/facts.js";
import { workspacePackages } from "./floors.js";

/**
 * Checks every Markdown page of the house: relative links lead somewhere, code that a README shows is the file it
 * names, and the page of errors lists every code.
 *
 * @returns {string[]} One sentence per problem.
 */
export function checkDocs() {
  const pages = markdownFiles(root).flatMap((file) => [...brokenLinks(file), ...staleSnippets(file)]);
  return [...pages, ...errorPageProblems()];
}

/** Codes named in the sources and codes listed in `docs/errors.md` must be the same. */
function errorPageProblems() {
  const page = readFileSync(join(root, "docs", "errors.md"), "utf8");
  const listed = new Set([...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code));
  const thrown = new Set([
    ...modelErrorCodes(),
    ...workspacePackages().flatMap(({ folder }) => errorCodes(join(folder, "src"))),
  ]);
  return [
    ...[...thrown].filter((code) => !listed.has(code)).map((code) => `docs/errors.md does not list ${code}.`),
    ...[...listed]
      .filter((code) => !thrown.has(code))
      .map((code) => `docs/errors.md lists ${code}, which nothing throws.`),
  ];
}

const codeLiteral =
  /"((?:ACP|AGENT|ANSWER|API|APPROVAL|AUTH|BACKEND|BROWSER|BUDGET|CANVAS|CHILD|CLI|CLIENT|COMPRESSION|CONFIG|CONTENT|CONTROLLER|COOL_DOWNS|CRON|DIAGRAM|DOCUMENT|EMPTY|FILE|HOME_ASSISTANT|HOOK|HTTP|HUB|IMAGE|JAIL|LOGIN|MCP|MEDIA|MEMORY|MENTIONS|MODEL|NETWORK|NOTHING|OUTCOME|OUTPUT|PAIRING|PATCH|PERMISSIONS|PLATFORM|PLUGIN|RUNTIME|SANDBOX|SCHEMA|SEAL|SEARCH|SESSION|SKILLS?|SPEECH|SPEND|SPILL|STATE|TOOL|TOOLSET|TURN|UI|URL|WEB)_[A-Z_]+)"/g;

/** Names of another vocabulary that look like codes: variables, and events of AG-UI. */
const otherNames = new Set([
  "BROWSER_CDP_URL",
  ...["ENABLED", "HOST", "PORT", "KEY", "CORS_ORIGINS", "MODEL_NAME"].map((name) => `API_SERVER_${name}`),
  "STATE_SNAPSHOT",
  "TOOL_CALL_START",
  "TOOL_CALL_ARGS",
  "TOOL_CALL_END",
  "TOOL_CALL_RESULT",
]);

/**
 * @param {string} folder
 * @returns {string[]}
 */
function errorCodes(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // The events of AG-UI have names of that form.
    if (entry.isDirectory()) return entry.name === "ag-ui" ? [] : errorCodes(path);
    return entry.name.endsWith(".ts")
      ? [...readFileSync(path, "utf8").matchAll(codeLiteral)]
          .map(([, code = ""]) => code)
          .filter((code) => !otherNames.has(code))
      : [];
  });
}

/** The code of a `ModelError` is made from its kind. */
function modelErrorCodes() {
  const source = readFileSync(join(root, "packages", "models", "src", "model-error.ts"), "utf8");
  return [...source.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(
    ([, kind = ""]) => `MODEL_${kind.replaceAll("-", "_").toUpperCase()}`,
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (["node_modules", "dist", ".git", ".turbo", "fixtures"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** @param {string} file */
function brokenLinks(file) {
  const text = readFileSync(file, "utf8").replace(/```[\s\S]*?```/g, "");
  // What a README links to in the repository is here too.
  const own = `${repositoryUrl()}/blob/main/`;
  return [
    ...text
      .replaceAll(`](${own}`, `](${root}/`)
      .matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g),
  ]
    .filter(([, target = ""]) => !existsSync(resolve(dirname(file), decodeURI(target))))
    .map(([, target]) => `${relative(root, file)}: the link to ${target} leads nowhere.`);
}

/** A code block after `<!-- file: examples/basic.ts -->` must be that file. */
function staleSnippets(/** @type {string} */ file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/<!-- file: (\S+) -->\s*```\w*\n([\s\S]*?)```/g)].flatMap(
    ([, source = "", shown = ""]) => {
      const path = resolve(dirname(file), source);
      if (!existsSync(path)) return [`${relative(root, file)}: shows ${source}, which does not exist.`];
      return readFileSync(path, "utf8").trim() === shown.trim()
        ? []
        : [`${relative(root, file)}: the code shown is not ${source}.`];
    },
  );
}
