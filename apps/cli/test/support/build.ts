import { execFileSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { cliFolder } from "./hermes.ts";

/** Builds the command when a source is newer than what is built. Runs once before all tests. */
export function setup(): void {
  const built = join(cliFolder, "dist", "main.cjs");
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = [
    "src/**/*.ts",
    "bundle/**/*.ts",
    "tsup.config.ts",
    "package.json",
    "../../packages/*/src/**/*.ts",
    "../../skills/**/*",
  ];
  const newest = Math.max(
    ...globSync(sources, { cwd: cliFolder }).map((path) => statSync(join(cliFolder, path)).mtimeMs),
  );
  if (newest < builtAt) return;
  execFileSync(process.execPath, [join(cliFolder, "node_modules", "tsup", "dist", "cli-default.js")], {
    cwd: cliFolder,
    stdio: "inherit",
  });
}
