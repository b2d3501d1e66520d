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
  unbash: "unbash",
};

/** Packages of their own: one brings programs for each system, and the kits of services are installed by who wants them. */
const apart: ReadonlySet<string> = new Set(["@lydell/node-pty", "@daytona/sdk", "@vercel/sandbox", "modal"]);

/** `import("openai")` becomes `import("./openai.js")`. */
export function vendorFiles(): Plugin {
  return {
    name: "vendor files",
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
        if (apart.has(path)) return { path, external: true };
        const name = kind === "dynamic-import" ? vendors[path] : undefined;
        return name === undefined ? undefined : { path: `./${name}.js`, external: true };
      });
    },
  };
}
