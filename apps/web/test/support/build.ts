import { execFileSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";

export const appFolder: string = join(import.meta.dirname, "..", "..");

/** Builds the page when a source is newer than what is built. Runs once before all tests. */
export function setup(): void {
  const built = join(appFolder, "dist", "index.html");
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = [
    ...["src/**/*", "public/**/*", "frame/**/*", "index.html", "vite.config.ts", "package.json"],
    "../../packages/client/src/**/*.ts",
  ];
  const newest = Math.max(
    ...globSync(sources, { cwd: appFolder }).map((path) => statSync(join(appFolder, path)).mtimeMs),
  );
  if (newest < builtAt) return;
  execFileSync(process.execPath, [join(appFolder, "node_modules", "vite", "bin", "vite.js"), "build"], {
    cwd: appFolder,
    stdio: "inherit",
  });
}
