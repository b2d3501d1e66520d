import type { SettingsPath } from "./settings-tree.ts";
import { movesOfOriginal, renamedValues } from "./original-settings.ts";
import { formerNames } from "./platform-fields.ts";
import { getAt, isTree } from "./settings-tree.ts";

/** A file of the Python original as one of ours. */
export interface Migration {
  readonly text: string;
  /** Dotted keys that have another place here. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Values that have another name here; undefined: an empty one, which is taken away. */
  readonly renamed: readonly {
    readonly key: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
}

/**
 * Writes what the Python original keeps elsewhere or calls otherwise in its place. Comments stay, and so does what has no effect
 * here. Writes no file.
 *
 * @throws {HermesError} `CONFIG_INVALID` for a text that is no YAML.
 */
export async function migrateOriginal(text: string, file: string): Promise<Migration> {
  const [{ isMap, parseDocument }, { parseConfig }, document] = await Promise.all([
    import("yaml"),
    import("./parse-config.ts"),
    import("./change-document.ts"),
  ]);
  const before = parseConfig(text, file).tree;
  const changed = parseDocument(text, { merge: true });
  const moved: { readonly from: string; readonly to: string }[] = [];
  const move = (from: SettingsPath, to: SettingsPath): void => {
    const value: unknown = changed.getIn(from, true);
    if (value === undefined) return;
    if (document.moveSetting(changed, from, to)) moved.push({ from: from.join("."), to: to.join(".") });
    // Both are there: of a section what is not here yet moves, and of a value the one in its own place counts.
    else if (isMap(value) && isMap(changed.getIn(to, true)))
      for (const { key } of [...value.items]) move([...from, String(key)], [...to, String(key)]);
  };
  for (const [from, to] of movesOfOriginal) move(from, to);
  const platforms = getAt(parseConfig(document.printed(changed, text), file).tree, ["platforms"]);
  for (const name of isTree(platforms) ? Object.keys(platforms) : [])
    for (const [former, key] of formerNames) move(["platforms", name, former], ["platforms", name, key]);
  const tree = moved.length === 0 ? before : parseConfig(document.printed(changed, text), file).tree;
  const renamed = renamedValues(tree);
  for (const { path, to } of renamed) {
    if (to === undefined) document.removeSetting(changed, path);
    else changed.setIn(path, to);
  }
  return {
    text: moved.length === 0 && renamed.length === 0 ? text : document.printed(changed, text),
    moved,
    renamed: renamed.map(({ path, from, to }) => ({ key: path.join("."), from, to })),
  };
}
