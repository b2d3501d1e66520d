import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";

/** Settings as somebody wrote them: not yet checked. */
export type SettingsTree = Readonly<Record<string, unknown>>;

export type SettingsPath = readonly (string | number)[];

export function isTree(value: unknown): value is SettingsTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Deeper than any setting.
const deepest = 40;

export interface CleanTreeOptions {
  readonly env: Environment;
  /** For errors. */
  readonly file: string;
  /** Called with the place and the variable that is not set; the value then says nothing. */
  readonly onMissing: (path: SettingsPath, variable: string) => void;
}

/**
 * The tree without what says nothing (empty values), with `${NAME}` replaced by variables.
 *
 * @throws {HermesError} `CONFIG_INVALID` when it is nested without end.
 */
export function cleanTree(tree: SettingsTree, options: CleanTreeOptions): SettingsTree {
  const clean = (value: unknown, path: SettingsPath): unknown => {
    if (path.length > deepest) {
      throw new HermesError(`${options.file}: what is under "${String(path[0])}" is nested too deep.`, {
        code: "CONFIG_INVALID",
        hint: "Correct the file; nothing in it was changed.",
      });
    }
    if (typeof value === "string") return expand(value, path);
    if (Array.isArray(value)) {
      return value
        .map((item: unknown, index) => clean(item, [...path, index]))
        .filter((item) => item !== undefined);
    }
    if (!isTree(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, clean(item, [...path, key])] as const);
    return Object.fromEntries(
      entries.filter(([, item]) => item !== undefined && item !== null && item !== ""),
    );
  };
  const expand = (text: string, path: SettingsPath): string | undefined => {
    let missing = false;
    const expanded = text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable: string) => {
      const value = options.env[variable];
      if (value === undefined) options.onMissing(path, variable);
      missing ||= value === undefined;
      return value ?? "";
    });
    return missing ? undefined : expanded;
  };
  // Cleaning an object gives an object.
  return clean(tree, []) as SettingsTree;
}

/** The value at a path; undefined when there is none. */
export function getAt(tree: SettingsTree, path: readonly string[]): unknown {
  let current: unknown = tree;
  for (const key of path) current = isTree(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return current;
}

/** A tree with another value at a path. Whatever is no object on the way is replaced. */
export function setAt(tree: SettingsTree, path: readonly string[], value: unknown): SettingsTree {
  const [key, ...rest] = path;
  if (key === undefined) return tree;
  const inner = getAt(tree, [key]);
  return { ...tree, [key]: rest.length === 0 ? value : setAt(isTree(inner) ? inner : {}, rest, value) };
}
