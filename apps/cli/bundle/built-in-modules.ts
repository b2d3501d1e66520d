import { isBuiltin } from "node:module";
import type { Plugin } from "./plugin.ts";

/**
 * Makes built-in modules load when something of them is first used.
 *
 * An ES module that imports a built-in one touches all its exports, and with them the parts that load late: 10 to 20
 * ms for node:http alone. In the bundle each of them is an empty object that looks everything up in the real one.
 */
export function builtInModules(): Plugin {
  return {
    name: "built-in modules on demand",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) => {
        if (!isBuiltin(path)) return undefined;
        const isClass = kind === "require-call" && typeof process.getBuiltinModule(path) === "function";
        return { path, namespace: isClass ? "built-in class" : "built-in" };
      });
      build.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({ contents: onDemand(path) }));
      // What CommonJS code requires may be a class, such as `events`: an object can't stand for it.
      build.onLoad({ filter: /.*/, namespace: "built-in class" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));
    },
  };
}

// The look-up is in the prototype, where esbuild's copy of a CommonJS module for ES modules finds it too.
function onDemand(path: string): string {
  return `module.exports = Object.create(new Proxy({}, {
    get: (_, name) => process.getBuiltinModule(${JSON.stringify(path)})[name],
  }));`;
}
