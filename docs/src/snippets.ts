import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./entry-points.ts";

const shown = /(<!-- file: (\S+) -->\s*```\w*\n)[\s\S]*?(```)/g;

/** A page with the files in it that it says it shows. */
export function withFiles(path: string): { readonly path: string; readonly text: string } {
  const file = join(root, path);
  const text = readFileSync(file, "utf8").replaceAll(shown, (block, head: string, source: string, end) => {
    const program = resolve(dirname(file), source);
    return existsSync(program) ? `${head}${readFileSync(program, "utf8").trim()}\n${end}` : block;
  });
  return { path: relative(join(root, "docs"), file), text };
}
