import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Puts Mermaid beside the built command: it runs in a page, so it is no part of the bundle. */
export async function copyMermaid(): Promise<void> {
  const { resolve } = createRequire(new URL("../../../packages/documents/package.json", import.meta.url));
  const place = fileURLToPath(new URL("../dist/mermaid.min.js", import.meta.url));
  await copyFile(resolve("mermaid/dist/mermaid.min.js"), place);
}
