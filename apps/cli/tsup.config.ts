import { isBuiltin } from "node:module";
import { library } from "@hermes/tooling/tsup";

/**
 * Everything in a few files, so that a start reads little: only the native database stays a package of its own.
 * What is imported when used becomes a file of its own.
 */
export default library({
  entry: ["src/main.ts"],
  noExternal: [/^(?!better-sqlite3$)/],
  minify: true,
  sourcemap: false,
  removeNodeProtocol: false,
  esbuildOptions(options) {
    options.conditions = ["@hermes/source"];
    options.legalComments = "none";
  },
  esbuildPlugins: [
    {
      // An `import` of a built-in module touches all its exports, and with them the parts that load late: 10 ms
      // for node:http alone. This way each export is looked up when it is used.
      name: "built-in modules on demand",
      setup(build) {
        build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path }) =>
          isBuiltin(path) ? { path, namespace: "built-in" } : undefined,
        );
        build.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
          contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
        }));
      },
    },
  ],
});
