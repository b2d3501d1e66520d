import type { Options } from "tsup";
import { builtInModules } from "./bundle/built-in-modules.ts";
import { copySkills } from "./bundle/copy-skills.ts";
import { leanDependencies } from "./bundle/lean-dependencies.ts";
import { onlyAscii } from "./bundle/only-ascii.ts";
import { vendorEntries, vendorFiles } from "./bundle/vendor-files.ts";

const shared: Options = {
  format: "esm",
  target: "node22",
  dts: false,
  silent: true,
  splitting: false,
  minify: true,
  noExternal: [/.*/],
  removeNodeProtocol: false,
  esbuildOptions(options) {
    options.conditions = ["@hermes/source"];
    options.legalComments = "none";
  },
  plugins: [{ name: "only ascii", renderChunk: (code) => ({ code: onlyAscii(code) }) }],
};

/**
 * The command as one file: a start of a hundred small ones takes longer. Packages are taken from source, so that
 * nothing else needs to be built before.
 */
const builds: Options[] = [
  {
    ...shared,
    entry: ["src/main.ts"],
    clean: true,
    onSuccess: copySkills,
    // For the native addon of the database.
    banner: { js: 'const require=process.getBuiltinModule("module").createRequire(import.meta.url);' },
    esbuildPlugins: [vendorFiles(), builtInModules(), ...leanDependencies()],
  },
  {
    ...shared,
    entry: vendorEntries(),
    esbuildPlugins: [vendorFiles(), builtInModules(), ...leanDependencies()],
  },
];

export default builds;
