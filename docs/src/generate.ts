import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pages } from "./pages.ts";

// Writes the generated reference pages; with --check it only says which are not up to date.
const folder = fileURLToPath(new URL("..", import.meta.url));
const checkOnly = process.argv.includes("--check");
let stale = 0;

for (const { path, text } of pages()) {
  const file = join(folder, path);
  const stored = await readFile(file, "utf8").catch(() => undefined);
  if (stored === text) continue;
  if (checkOnly) {
    stale += 1;
    process.stdout.write(`docs/${path} is not up to date; run \`pnpm run docs\`.\n`);
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    process.stdout.write(`Wrote docs/${path}\n`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
