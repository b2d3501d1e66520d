import type { Plugin } from "./plugin.ts";

/** Large, and not used before the first request: a file of their own each. */
export const vendors: Readonly<Record<string, string>> = {
  openai: "openai",
  "@anthropic-ai/sdk": "anthropic",
  "@babel/parser": "babel-parser",
  "@hermes/permissions": "permissions",
  "@hermes/permissions/scan-text": "scan-text",
  "@xterm/headless": "xterm-headless",
  "smol-toml": "smol-toml",
  stopword: "stopword",
};

/** Brings programs for each system, which no file can hold: it stays a package of its own. */
const native: ReadonlySet<string> = new Set(["@lydell/node-pty"]);

/** `import("openai")` becomes `import("./openai.js")`. */
export function vendorFiles(): Plugin {
  return {
    name: "vendor files",
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
        if (native.has(path)) return { path, external: true };
        const name = kind === "dynamic-import" ? vendors[path] : undefined;
        return name === undefined ? undefined : { path: `./${name}.js`, external: true };
      });
    },
  };
}
