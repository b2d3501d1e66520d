import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.js";

/**
 * The changelog of a package before its first release: what `.changeset` says of it. From then on `changeset version`
 * keeps the file.
 *
 * @param {string} name Of the package, such as `@hermes/models`.
 * @param {string} [folder] Of the changesets.
 */
export function unreleasedChanges(name, folder = join(root, ".changeset")) {
  const entries = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .toSorted()
    .flatMap((file) => {
      const [, names = "", text = ""] =
        /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
      const isNamed = names.split("\n").some((line) => line.replace(/["']/g, "").startsWith(`${name}:`));
      return isNamed ? [`- ${text.trim().replaceAll("\n", "\n  ")}`] : [];
    });
  return `# ${name}\n\n## Unreleased\n\n${entries.join("\n") || "No changes yet."}\n`;
}

/** @param {string} folder Of a package. */
export function hasChangelog(folder) {
  return existsSync(join(folder, "CHANGELOG.md"));
}
