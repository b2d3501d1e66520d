import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "./plugin.ts";

/**
 * Leaves out what a start would load and never use. Each part is checked by the tests, which run the built command.
 *
 * - Of OpenAI's SDK the house uses address, authentication and errors; its hundred resource classes stay out.
 * - Of zod's forty languages one is used; its compiler of schemas by nobody.
 * - The SDKs keep headers in `Headers`, which in Node comes with the whole fetch stack: 20 ms. A plain class does. Logins need
 *   the real ones, and are a file of their own.
 * - pi-tui makes what finds graphemes, words and emoji at once: 10 ms before a person can type. Made when it is first used, it
 *   costs nothing where the text is plain.
 */
export function leanDependencies(): readonly Plugin[] {
  return [
    replaceSource("resources of OpenAI", /node_modules\/openai\/resources\/.*\.mjs$/, emptyResource),
    replaceSource(
      "one language of zod",
      /zod\/v4\/locales\/index\.js$/,
      () => 'export { default as en } from "./en.js";',
    ),
    replaceSource("compiler of zod", /zod\/v4\/core\/compile\.js$/, namesAlone),
    replaceSource(
      "plain headers",
      /(node_modules\/(openai|@anthropic-ai\/sdk)|packages\/models\/src)\/.*\.(mjs|ts)$/,
      withPlainHeaders,
    ),
    replaceSource("packages that a person installs", /files\/src\/documents\/load-reader\.ts$/, (text) =>
      text.replace("import(specifier)", "hermesLoad(specifier)"),
    ),
    replaceSource("letters of pi-tui", /pi-tui\/dist\/utils\.js$/, withLateLetters),
    replaceSource("place of the native addon", /better-sqlite3\/lib\/binding\.js$/, withPackageFolder),
  ];
}

/** Gives the new text of a file, or undefined to leave it as it is. */
type Replacement = (text: string, path: string) => string | undefined;

function replaceSource(name: string, filter: RegExp, replace: Replacement): Plugin {
  return {
    name,
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        const contents = replace(await readFile(path, "utf8"), path);
        return contents === undefined ? undefined : { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
      });
    },
  };
}

/** The same exports without anything in them: a client makes one of each when it is built. */
function emptyResource(text: string): string | undefined {
  return text.includes("extends APIResource") ? namesAlone(text) : undefined;
}

function namesAlone(text: string): string {
  const names = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map((match) => match[1]);
  return names.map((name) => `export class ${name} {}`).join("\n");
}

const plainHeaders = fileURLToPath(new URL("plain-headers.ts", import.meta.url));

function withPlainHeaders(text: string, path: string): string | undefined {
  if (/models\/src\/logins\//.test(path) || !/\b(Headers|Response)\b/.test(text)) return undefined;
  return `import { Headers, Response } from ${JSON.stringify(plainHeaders)};\n${text}`;
}

/** The addon stays in its package; the code that looks for it moves into the bundle, beside a `require`. */
function withPackageFolder(text: string): string {
  const folder = 'path.join(path.dirname(require.resolve("better-sqlite3/package.json")), "lib")';
  return text.replaceAll("__dirname", folder).replace(/if \(require\.main === module\)[^]*$/, "");
}

/** `const finder = …;` becomes a finder that is made with the first text it is given. */
function withLateLetters(text: string): string {
  const late = (method: string) => (_: string, name: string, made: string) =>
    `let made_${name};\nconst ${name} = { ${method}: (text) => (made_${name} ??= ${made}).${method}(text) };`;
  return text
    .replace(/^const (\w+Segmenter) = (new Intl\.Segmenter\(.*\));$/gm, late("segment"))
    .replace(/^const (rgiEmojiRegex) = (\/.*\/v);$/m, late("test"));
}
