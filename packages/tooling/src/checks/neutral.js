import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../paths.js";
import { workspacePackages } from "./floors.js";

/** They are about the home of Hermes, its settings and its commands. */
const ours = new Set(["@hermes/config", "@hermes/runtime", "@hermes/tooling"]);

/** What only a person at the command line of Hermes understands. */
const texts = [
  { pattern: /\bhermes (?:--?[a-z]|[a-z]+\b)/, what: "a command of the CLI" },
  {
    pattern:
      /(?<![\w-])--(?:base-url|branch|max-budget-[a-z]+|no-auth|provider|resume|take-over|force|model)(?![\w-])/,
    what: "an option of the CLI",
  },
  { pattern: /(?<![\w./-])config\.yaml/, what: "the settings of the app" },
  { pattern: /You are Hermes/, what: "the name of the agent" },
];

/**
 * Lines that may: commands of other programs, files that are protected, patterns that are looked for, and what is typed
 * after a slash.
 */
const allowed = [
  /^packages\/command-safety\/src\//,
  /^packages\/scanner\/src\/rules\//,
  /^packages\/terminal-backends\/src\/(?:docker|singularity|tools)\//,
  /^packages\/media\/src\/speech\/transcribers\//,
  /^packages\/registry\/src\/testing\//,
  /^packages\/agent-loop\/src\/controller\/commands\/model\.ts$/,
];

/**
 * Checks that no library speaks of the CLI: it throws codes and data, and the app adds what to do there
 * (`packages/runtime/src/hints.ts`).
 *
 * @returns {string[]} One sentence per line.
 */
export function checkNeutral() {
  return workspacePackages()
    .filter(({ name, floor }) => floor !== "app" && !ours.has(name))
    .flatMap(({ folder }) => sourcesIn(join(folder, "src")))
    .filter((file) => !allowed.some((place) => place.test(relative(root, file))))
    .flatMap((file) => namedIn(readFileSync(file, "utf8"), relative(root, file)));
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {string[]}
 */
export function namedIn(text, file) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      texts
        .filter(({ pattern }) => pattern.test(line))
        .map(
          ({ what }) =>
            `${file}, line ${index + 1}: names ${what}; give a code and data, and the hint in packages/runtime/src/hints.ts.`,
        ),
    );
}

/** @param {string} folder */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file))
    .map((file) => join(folder, file));
}
