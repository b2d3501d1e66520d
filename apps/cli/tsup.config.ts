import { isBuiltin } from "node:module";
import type { Options } from "tsup";
import { cheapToLoad } from "./bundle/cheap-to-load.ts";
import { leanDependencies, type Plugin } from "./bundle/lean-dependencies.ts";

/** Large, and at most one of them is used in a start: a file of their own each. */
const vendors: Readonly<Record<string, string>> = {
  openai: "openai",
  "@anthropic-ai/sdk": "anthropic",
};

const shared: Options = {
  format: "esm",
  target: "node22",
  dts: false,
  silent: true,
  splitting: false,
  minify: true,
  noExternal: [/.*/],
  // Each built-in module keeps its prefix, by which the rewriting below knows it.
  removeNodeProtocol: false,
  esbuildOptions(options) {
    options.conditions = ["@hermes/source"];
    options.legalComments = "none";
  },
  // CommonJS among the dependencies, and the native addon of the database.
  banner: { js: 'const require=process.getBuiltinModule("module").createRequire(import.meta.url);' },
  plugins: [{ name: "cheap to load", renderChunk: (code) => ({ code: cheapToLoad(code) }) }],
};

/**
 * The command as one file: a start of a hundred small ones takes 20 ms longer. Packages are taken from source, so
 * that nothing else needs to be built before.
 */
const builds: Options[] = [
  {
    ...shared,
    entry: ["src/main.ts"],
    clean: true,
    esbuildPlugins: [builtIns(), vendorFiles(), ...leanDependencies()],
  },
  {
    ...shared,
    entry: Object.values(vendors).map((name) => `bundle/vendor/${name}.ts`),
    esbuildPlugins: [builtIns(), ...leanDependencies()],
  },
];

export default builds;

/** `import("openai")` becomes `import("./openai.js")`. */
function vendorFiles(): Plugin {
  return {
    name: "vendor files",
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
        const name = kind === "dynamic-import" ? vendors[path] : undefined;
        return name === undefined ? undefined : { path: `./${name}.js`, external: true };
      });
    },
  };
}

function builtIns(): Plugin {
  return {
    name: "built-in modules",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path }) => {
        if (!isBuiltin(path)) return undefined;
        return { path: path.startsWith("node:") ? path : `node:${path}`, external: true };
      });
    },
  };
}
