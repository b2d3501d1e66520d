import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../paths.js";
import { generatedPages } from "../docs/generated-pages.js";

/**
 * Checks every Markdown page of the house: relative links lead somewhere, code that a README shows is the file it
 * names, and generated pages are fresh.
 *
 * @returns {Promise<string[]>} One sentence per problem.
 */
export async function checkDocs() {
  const problems = markdownFiles(root).flatMap((file) => [...brokenLinks(file), ...staleSnippets(file)]);
  for (const { path, text } of await generatedPages()) {
    const stored = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
    if (stored !== text) problems.push(`${path} is not up to date; run \`pnpm run docs\`.`);
  }
  return problems;
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
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .filter(([, target = ""]) => !existsSync(resolve(dirname(file), decodeURI(target))))
    .map(([, target]) => `${relative(root, file)}: the link to ${target} leads nowhere.`);
}

/** A code block after `<!-- file: examples/basic.ts -->` must be that file. */
function staleSnippets(/** @type {string} */ file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/<!-- file: (\S+) -->\s*```\w*\n([\s\S]*?)```/g)].flatMap(([, source = "", shown = ""]) => {
    const path = resolve(dirname(file), source);
    if (!existsSync(path)) return [`${relative(root, file)}: shows ${source}, which does not exist.`];
    return readFileSync(path, "utf8").trim() === shown.trim() ? [] : [`${relative(root, file)}: the code shown is not ${source}.`];
  });
}
