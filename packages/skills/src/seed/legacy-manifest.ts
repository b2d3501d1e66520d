import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, join, relative } from "node:path";

/**
 * Tells which skills of an old home are as the Python Hermes brought them: its `.bundled_manifest` has a line `name:md5` for
 * each, over names and contents of all files.
 */
export function readLegacyManifest(skillsFolder: string): (skillFolder: string) => boolean {
  let text: string;
  try {
    text = readFileSync(join(skillsFolder, ".bundled_manifest"), "utf8");
  } catch {
    return () => false;
  }
  const brought = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, md5] = /^(.+):([0-9a-f]{32})\s*$/.exec(line) ?? [];
    if (name !== undefined && md5 !== undefined) brought.set(name.trim(), md5);
  }
  return (skillFolder) => {
    const md5 = brought.get(basename(skillFolder));
    return md5 !== undefined && md5 === legacyHash(skillFolder);
  };
}

function legacyHash(skillFolder: string): string {
  const hash = createHash("md5");
  const root = realpathSync(skillFolder);
  const files = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    // Paths are ordered part by part: "a/b" comes before "a-b".
    .toSorted((a, b) => (a.replaceAll("/", "\0") < b.replaceAll("/", "\0") ? -1 : 1));
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}
