import { defineConfig } from "tsup";

/**
 * Build settings of a library: ESM JavaScript only; `tsc` writes the declarations beside it.
 *
 * @param {import("tsup").Options} [options] Overrides of one package, such as further entries.
 */
export function library(options = {}) {
  return defineConfig({
    entry: ["src/index.ts"],
    format: "esm",
    target: "node22",
    dts: false,
    sourcemap: true,
    clean: true,
    splitting: true,
    silent: true,
    // The sources are in the tarball; their maps lead there.
    esbuildOptions(esbuild) {
      esbuild.sourcesContent = false;
    },
    // The sources are in the package, and the maps point at them.
    esbuildOptions: (esbuild) => {
      esbuild.sourcesContent = false;
    },
    ...options,
  });
}
