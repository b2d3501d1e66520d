import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { build } from "tsup";
import { root } from "../paths.js";

/**
 * Bundles a program from the TypeScript sources, the way the application is bundled: what is measured is the code that
 * people run, without a compiler in the same process.
 *
 * @param {string} entry Path of a TypeScript file.
 * @returns {Promise<string>} Path of the bundle.
 */
export async function bundle(entry) {
  const name = basename(entry, ".ts");
  const outDir = join(root, "node_modules", ".cache", "hermes-bench", name);
  await build({
    entry: [entry],
    outDir,
    format: "esm",
    target: "node22",
    splitting: true,
    clean: true,
    silent: true,
    config: false,
    dts: false,
    removeNodeProtocol: false,
    outExtension: () => ({ js: ".mjs" }),
    noExternal: [/.*/],
    esbuildOptions(options) {
      options.conditions = ["@hermes/source"];
    },
    esbuildPlugins: [
      {
        name: "native modules stay where they are",
        setup({ onResolve }) {
          onResolve({ filter: /^better-sqlite3$/ }, ({ path, importer }) => ({
            path: createRequire(importer).resolve(path),
            external: true,
          }));
        },
      },
    ],
  });
  return join(outDir, `${name}.mjs`);
}
