import type { Options } from "tsup";
import { builtInModules } from "./bundle/built-in-modules.ts";
import { copyMermaid } from "./bundle/copy-mermaid.ts";
import { copyPage } from "./bundle/copy-page.ts";
import { copySkills } from "./bundle/copy-skills.ts";
import { leanDependencies } from "./bundle/lean-dependencies.ts";
import { onlyAscii } from "./bundle/only-ascii.ts";
import { loadedLater, vendorEntries, vendorFiles } from "./bundle/vendor-files.ts";

const shared: Options = {
  // A function of what `bin/load.js` gives it.
  format: "cjs",
  outExtension: () => ({ js: ".cjs" }),
  define: { "import.meta.url": "fileUrl" },
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
  plugins: [
    { name: "only ascii", renderChunk: (code) => ({ code: onlyAscii(code) }) },
    { name: "loaded later", renderChunk: (code) => ({ code: loadedLater(code) }) },
    // Checks of packages take `//` in a text for a comment up to the end of its line, and what the file exports would be in it.
    {
      name: "exports on a line",
      renderChunk: (code) => ({ code: code.replace(";module.exports=", ";\nmodule.exports=") }),
    },
  ],
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
    async onSuccess() {
      await copySkills();
      await copyPage();
      await copyMermaid();
    },
    esbuildPlugins: [vendorFiles(), builtInModules(), ...leanDependencies()],
  },
  {
    ...shared,
    entry: vendorEntries(),
    esbuildPlugins: [vendorFiles(), builtInModules(), ...leanDependencies()],
  },
  {
    // A program of its own, which starts the commands behind the wall.
    entry: { "jail-supervisor": "../../packages/terminal-backends/src/local/supervisor/main.ts" },
    format: "esm",
    target: "node22",
    dts: false,
    silent: true,
    minify: true,
    external: ["@lydell/node-pty"],
  },
  {
    // A program of its own, which runs the module of one plug-in.
    entry: { "plugin-program": "../../packages/plugins/src/process/plugin-program.ts" },
    format: "esm",
    target: "node22",
    dts: false,
    silent: true,
    minify: true,
    splitting: false,
  },
  {
    // Run by workers, in which pages of others are read.
    entry: { "extract-worker": "../../packages/web/src/extract-worker.ts" },
    format: "esm",
    target: "node22",
    dts: false,
    silent: true,
    minify: true,
    // What is loaded later is in the same file, where packages of CommonJS have their names.
    splitting: false,
    noExternal: [/^(?!unpdf)/],
    external: ["unpdf"],
  },
  {
    // Threads in which documents are made, and graphs are laid out.
    entry: {
      "document-worker": "../../packages/documents/src/document/thread/document-worker.ts",
      "graphviz-worker": "../../packages/documents/src/diagrams/graphviz/graphviz-worker.ts",
    },
    format: "esm",
    target: "node22",
    dts: false,
    silent: true,
    minify: true,
    splitting: false,
    noExternal: [/^(?!sharp)/],
    external: ["sharp"],
    // Some packages are CommonJS and require what Node has.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";const require = requireFrom(import.meta.url);',
    },
    esbuildOptions(options) {
      options.conditions = ["@hermes/source"];
    },
  },
];

export default builds;
