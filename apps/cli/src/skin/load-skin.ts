import { HermesError, nearest } from "@hermes/registry";
import { open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
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

/** Files of skins that plug-ins bring, by name. They take the place of no other. */
export type PluginSkins = () => Promise<ReadonlyMap<string, string>>;

const none: PluginSkins = async () => new Map();

/**
 * A skin with all that it extends. A file takes the place of one of ours, but for `default`.
 *
 * @param ofPlugins Asked where there is no other of the name.
 * @throws {HermesError} `CLI_NO_SKIN`, `CLI_SKIN_INVALID`.
 */
export async function loadSkin(
  name: string,
  folder: string,
  ofPlugins: PluginSkins = none,
): Promise<LoadedSkin> {
  return await load(name, { folder, ofPlugins }, []);
}

/** Names of all skins, ours first. */
export async function skinNames(folder: string, ofPlugins: PluginSkins = none): Promise<readonly string[]> {
  const found = await readdir(folder).catch(() => []);
  const own = found.flatMap((file) => {
    const ending = endings.find((each) => file.endsWith(each));
    const name = ending === undefined ? "" : file.slice(0, -ending.length);
    return skinName.test(name) ? [name] : [];
  });
  const others = [...(await ofPlugins()).keys()];
  return [...new Set([...builtinSkins.map(({ name }) => name), ...[...own, ...others].toSorted()])];
}

interface SkinPlaces {
  readonly folder: string;
  readonly ofPlugins: PluginSkins;
}

async function load(name: string, places: SkinPlaces, over: readonly string[]): Promise<LoadedSkin> {
  const { folder } = places;
  if (over.includes(name) || over.length > maxDepth)
    throw invalid(`${over.at(-1)}: "extends" leads back to ${over[0]}`);
  const own = name === "default" ? undefined : await readOwn(name, folder);
  const ours = builtinSkins.find((skin) => skin.name === name);
  if (own === undefined && ours !== undefined) return { skin: ours, files: [], warnings: [] };
  const read = own ?? (await readOfPlugin(name, places.ofPlugins));
  if (read === undefined) throw await unknown(name, places);
  const { path, text } = read;
  const result = parseSkin(text, name);
  if (!result.ok) throw invalid(`${path}, ${result.problem}`);
  const { skin, base, warnings } = result.parsed;
  // A file with the name of one of ours may extend that one.
  const under =
    base === name && ours !== undefined
      ? { skin: ours, files: [], warnings: [] }
      : await load(base, places, [...over, name]);
  return {
    skin: extendSkin(under.skin, skin),
    // Those of plug-ins stay as they are.
    files: [...(own === undefined ? [] : [basename(path)]), ...under.files],
    warnings: [...warnings.map((each) => `${path}, ${each}`), ...under.warnings],
  };
}

interface ReadSkin {
  readonly path: string;
  readonly text: string;
}

async function readOwn(name: string, folder: string): Promise<ReadSkin | undefined> {
  if (!skinName.test(name)) return undefined;
  for (const ending of endings) {
    const path = join(folder, name + ending);
    // oxlint-disable-next-line no-await-in-loop -- the first that is there counts
    const text = await readBeginning(path);
    if (text !== undefined) return { path, text };
  }
  return undefined;
}

async function readOfPlugin(name: string, ofPlugins: PluginSkins): Promise<ReadSkin | undefined> {
  const path = (await ofPlugins()).get(name);
  const text = path === undefined ? undefined : await readBeginning(path);
  return path === undefined || text === undefined ? undefined : { path, text };
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

async function unknown(name: string, { folder, ofPlugins }: SkinPlaces): Promise<HermesError> {
  const names = await skinNames(folder, ofPlugins);
  const near = nearest(name, names);
  const known = `There is ${names.join(", ")}.`;
  return new HermesError(`There is no skin "${name}".`, {
    code: "CLI_NO_SKIN",
    hint: near === undefined ? known : `Did you mean ${near}? ${known}`,
  });
}
