import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { appFolder } from "./support/build.ts";

const assets = join(appFolder, "dist", "assets");

test("the scripts of the first load, with those of the chat, are at most 150 kB compressed", () => {
  const index = readFileSync(join(appFolder, "dist", "index.html"), "utf8");
  const [, entry = ""] = /src="\.\/assets\/([^"]+\.js)"/.exec(index) ?? [];
  const [, chat = ""] =
    /["'`]\.\/(chat-page-[\w-]+\.js)/.exec(readFileSync(join(assets, entry), "utf8")) ?? [];

  const loaded = withImports([entry, chat]);

  const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0);
  expect(chat).not.toBe("");
  expect(bytes).toBeLessThanOrEqual(150_000);
});

function withImports(files: readonly string[], seen: Set<string> = new Set()): ReadonlySet<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = readFileSync(join(assets, file), "utf8");
    withImports(
      [...source.matchAll(/(?:import|from) ?["']\.\/([^"']+\.js)["']/g)].map(([, name = ""]) => name),
      seen,
    );
  }
  return seen;
}
