import { HermesError, nearest } from "@hermes/registry";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { builtinSkins } from "./builtin-skins.ts";
import { maxSkinChars, parseSkin } from "./parse-skin.ts";
import { extendSkin, type Skin } from "./skin.ts";

export interface LoadedSkin {
  readonly skin: Skin;
  /** Names of the files that it comes from; none for one of ours. */
  readonly files: readonly string[];
  readonly warnings: readonly string[];
}

const endings = [".yaml", ".yml"] as const;
const skinName = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u;

/** How deep skins may stand over each other. */
const maxDepth = 8;

/**
 * A skin with all that it extends. A file takes the place of one of ours, but for `default`.
 *
 * @throws {HermesError} `CLI_NO_SKIN`, `CLI_SKIN_INVALID`.
 */
export async function loadSkin(name: string, folder: string): Promise<LoadedSkin> {
  return await load(name, folder, []);
}

/** Names of all skins, ours first. */
export async function skinNames(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder).catch(() => []);
  const own = found.flatMap((file) => {
    const ending = endings.find((each) => file.endsWith(each));
    const name = ending === undefined ? "" : file.slice(0, -ending.length);
    return skinName.test(name) ? [name] : [];
  });
  return [...new Set([...builtinSkins.map(({ name }) => name), ...own.toSorted()])];
}

async function load(name: string, folder: string, over: readonly string[]): Promise<LoadedSkin> {
  if (over.includes(name) || over.length > maxDepth)
    throw invalid(`${over.at(-1)}: "extends" leads back to ${over[0]}`);
  const read = name === "default" ? undefined : await readOwn(name, folder);
  const ours = builtinSkins.find((skin) => skin.name === name);
  if (read === undefined) {
    if (ours === undefined) throw await unknown(name, folder);
    return { skin: ours, files: [], warnings: [] };
  }
  const { file, text } = read;
  const result = parseSkin(text, name);
  if (!result.ok) throw invalid(`${join(folder, file)}, ${result.problem}`);
  const { skin, base, warnings } = result.parsed;
  // A file with the name of one of ours may extend that one.
  const under =
    base === name && ours !== undefined
      ? { skin: ours, files: [], warnings: [] }
      : await load(base, folder, [...over, name]);
  return {
    skin: extendSkin(under.skin, skin),
    files: [file, ...under.files],
    warnings: [...warnings.map((each) => `${join(folder, file)}, ${each}`), ...under.warnings],
  };
}

async function readOwn(name: string, folder: string): Promise<{ file: string; text: string } | undefined> {
  if (!skinName.test(name)) return undefined;
  for (const ending of endings) {
    const file = name + ending;
    // oxlint-disable-next-line no-await-in-loop -- the first that is there counts
    const text = await readBeginning(join(folder, file));
    if (text !== undefined) return { file, text };
  }
  return undefined;
}

/** No more of it than shows that it is too large. */
async function readBeginning(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path);
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maxSkinChars * 4 + 4) });
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw invalid(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function invalid(what: string): HermesError {
  return new HermesError(`Cannot use the skin ${what}.`, {
    code: "CLI_SKIN_INVALID",
    hint: "docs/skins.md lists what a skin can say.",
  });
}

async function unknown(name: string, folder: string): Promise<HermesError> {
  const names = await skinNames(folder);
  const near = nearest(name, names);
  const known = `There is ${names.join(", ")}.`;
  return new HermesError(`There is no skin "${name}".`, {
    code: "CLI_NO_SKIN",
    hint: near === undefined ? known : `Did you mean ${near}? ${known}`,
  });
}
