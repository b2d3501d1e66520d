import type { Plugin } from "./plugin.ts";

/** Packages that are large, or not used before the first request: a file of their own each. */
const vendors: Readonly<Record<string, string>> = {
  openai: "openai",
  "@anthropic-ai/sdk": "anthropic",
  "@babel/parser": "babel-parser",
  "@hermes/cron": "cron",
  "@hermes/documents": "documents",
  "@hermes/documents/diagrams": "diagrams",
  "@hermes/jail": "jail",
  "@hermes/mcp/server": "mcp-server",
  "@hermes/media/images": "pictures",
  "@hermes/media/speech": "speech",
  "@hermes/memory/honcho": "honcho",
  "@hermes/models/logins": "logins",
  "@hermes/permissions": "permissions",
  "@hermes/redaction": "redaction",
  "@hermes/scanner": "scanner",
  "@hermes/terminal-backends/docker": "docker",
  "@hermes/sandbox": "sandbox",
  "@hermes/skills/format": "skill-format",
  "@hermes/skill-hub": "skill-hub",
  "@hermes/web": "web",
  "@modelcontextprotocol/client": "mcp-client",
  "@xterm/headless": "xterm-headless",
  execa: "execa",
  kysely: "kysely",
  "smol-toml": "smol-toml",
  stopword: "stopword",
  unbash: "unbash",
  uqr: "uqr",
  yaml: "yaml",
};

const gateway = { name: "gateway", file: "src/commands/gateway/fill-gateway.ts" };
const browserCore = { name: "browser", file: "../../packages/browser/src/browser-core.ts" };
const useServers = { name: "mcp", file: "../../packages/runtime/src/mcp/use-servers.ts" };

/** The same for parts of our packages: what they are imported as, and where they lie from here. */
const parts: Readonly<Record<string, { readonly file: string; readonly name: string }>> = {
  // Loaded where a person sits at a terminal: keys, blocks, menus.
  "./open-live-face.ts": { name: "live-face", file: "src/chat/open-live-face.ts" },
  "./choices/choice-view.ts": { name: "choices", file: "src/prompt/choices/choice-view.ts" },
  "../browse/session-view.ts": { name: "session-view", file: "src/browse/session-view.ts" },
  "./choices/terminal-place.ts": { name: "terminal-place", file: "src/prompt/choices/terminal-place.ts" },
  "./markdown-library.ts": { name: "markdown", file: "src/screen/markdown/markdown-library.ts" },
  // Loaded with the first call of a browser's tool.
  "./browser-core.ts": browserCore,
  "../browser-core.ts": browserCore,
  "../code-runner.ts": { name: "code-runner", file: "../../packages/sandbox/src/code-runner.ts" },
  "./cron/open-home-cron.ts": {
    name: "home-cron",
    file: "../../packages/runtime/src/cron/open-home-cron.ts",
  },
  // Where others are served, and where servers are used.
  "./mcp-server/open-mcp-server.ts": {
    name: "mcp-serve",
    file: "../../packages/runtime/src/mcp-server/open-mcp-server.ts",
  },
  "./api/open-home-api.ts": { name: "api", file: "../../packages/runtime/src/api/open-home-api.ts" },
  // What editors speak.
  "./agent/serve-editor.ts": { name: "acp", file: "../../packages/acp/src/agent/serve-editor.ts" },
  "./mcp/use-servers.ts": useServers,
  "../mcp/use-servers.ts": useServers,
  // Everything that `hermes mcp` prints and asks.
  "../commands/mcp/fill-mcp.ts": { name: "mcp-commands", file: "src/commands/mcp/fill-mcp.ts" },
  // The same for `hermes plugins`.
  "../commands/plugins/fill-plugins.ts": {
    name: "plugins-commands",
    file: "src/commands/plugins/fill-plugins.ts",
  },
  // The gateway, its commands, `hermes pairing` and `hermes send`.
  "../commands/gateway/fill-gateway.ts": gateway,
  "./gateway/fill-gateway.ts": gateway,
  "../gateway/fill-gateway.ts": gateway,
  // `hermes cron` and `hermes wake`, without the gateway: the times of a schedule need nothing else.
  "../commands/cron/fill-cron.ts": { name: "cron-commands", file: "src/commands/cron/fill-cron.ts" },
  // `hermes config`: all that is known of settings beyond loading them.
  "../commands/config/fill-config.ts": {
    name: "config-commands",
    file: "src/commands/config/fill-config.ts",
  },
  // Loaded where they are connected, with what they bring along.
  ...messenger("discord"),
  ...messenger("slack"),
  // The looks of a screen, where another one than the default is chosen.
  "../skin/open-skins.ts": { name: "skins", file: "src/skin/open-skins.ts" },
  // Read only when config.yaml changed, and when it is changed.
  "./parse-config.ts": { name: "parse-config", file: "../../packages/config/src/parse-config.ts" },
  "./change-document.ts": {
    name: "change-document",
    file: "../../packages/config/src/change-document.ts",
  },
  // Changes of skills bring the YAML parser along, and so does the check of what a SKILL.md says.
  "./make-change.ts": { name: "change-skill", file: "../../packages/skills/src/editing/make-change.ts" },
  "./sync-skills.ts": { name: "sync-skills", file: "../../packages/skills/src/seed/sync-skills.ts" },
  "../format/validate-skill.ts": { name: "skill-format", file: "bundle/vendor/skill-format.ts" },
  "./bedrock-access.ts": {
    name: "bedrock-access",
    file: "../../packages/models/src/choice/bedrock-access.ts",
  },
  // Signatures and frames of Amazon.
  "./bedrock-client.ts": {
    name: "bedrock-client",
    file: "../../packages/models/src/providers/bedrock-client.ts",
  },
  ...provider("azure-openai"),
  ...provider("bedrock"),
  ...provider("gemini"),
  ...provider("shown-ollama"),
  "./docker/docker-backend.ts": { name: "docker", file: "bundle/vendor/docker.ts" },
  "./docker/check-docker.ts": {
    name: "check-docker",
    file: "../../packages/terminal-backends/src/docker/check-docker.ts",
  },
  "./cloud/check-cloud.ts": {
    name: "check-cloud",
    file: "../../packages/terminal-backends/src/cloud/check-cloud.ts",
  },
  ...backend("ssh"),
  ...backend("singularity"),
  ...backend("modal"),
  ...backend("daytona"),
  ...backend("vercel"),
};

function messenger(name: string): typeof parts {
  const file = `../../packages/gateway/src/platforms/${name}/connect-${name}.ts`;
  return { [`./connect-${name}.ts`]: { name, file } };
}

function provider(name: string): typeof parts {
  const file = `../../packages/models/src/providers/${name}.ts`;
  return { [`../providers/${name}.ts`]: { name, file } };
}

function backend(kind: string): typeof parts {
  const path = `${kind}/${kind}-backend.ts`;
  return { [`./${path}`]: { name: `${kind}-backend`, file: `../../packages/terminal-backends/src/${path}` } };
}

/** Packages of their own: one brings programs for each system, and the kits of services are installed by who wants them. */
const apart: ReadonlySet<string> = new Set([
  ...["@lydell/node-pty", "@daytona/sdk", "@vercel/sandbox", "modal", "playwright-core", "sharp", "unpdf"],
]);

/** Packages that most files use: one copy for all of them, loaded with the first. */
const shared: readonly string[] = ["zod"];

/**
 * Imports that are left to the loader in `bin`, as a file of the bundle is no module. Run on the finished code, and not
 * on texts of programs that happen to import something else.
 */
export function loadedLater(code: string): string {
  return (
    code
      .replace(/\bimport\("([^"]+)"\)/g, (whole, path: string) =>
        apart.has(path) || /^\.\/[\w-]+\.cjs$/.test(path) ? `hermesLoad("${path}")` : whole,
      )
      // A module of the person, by its address: what runs as a function can't import by itself.
      .replace(/\bimport\((?=\(0,\s?[\w$]+\.pathToFileURL\))/g, "hermesLoad(")
  );
}

/** `import("openai")` becomes `import("./openai.cjs")`, and so does an `import` of what is shared, wherever it stands. */
export function vendorFiles(): Plugin {
  return {
    name: "vendor files",
    setup(build) {
      build.onResolve({ filter: /^[.@a-z]/ }, ({ path, kind, importer }) => {
        if (apart.has(path)) return { path, external: true };
        if (shared.includes(path) && !importer.endsWith(`/bundle/vendor/${path}.ts`))
          return { path: `./${path}.cjs`, external: true };
        if (path === "zod/v4" && importer.includes("/@agentclientprotocol/"))
          return { path: "./zod.cjs", external: true };
        const name = kind === "dynamic-import" ? (vendors[path] ?? parts[path]?.name) : undefined;
        return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
      });
    },
  };
}

/** The files that vendors and parts are made of: name → source. */
export function vendorEntries(): Record<string, string> {
  return Object.fromEntries([
    ...[...shared, ...Object.values(vendors)].map((name) => [name, `bundle/vendor/${name}.ts`]),
    ...Object.values(parts).map(({ name, file }) => [name, file]),
  ]);
}
