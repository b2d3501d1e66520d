import { readFileSync } from "node:fs";

/** Version of this package, as its manifest says. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new TypeError("package.json has no version.");
}
