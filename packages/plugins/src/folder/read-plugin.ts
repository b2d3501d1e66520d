import { HermesError } from "@hermes/registry";
import { lstat, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { manifestFile, parseManifest } from "../manifest/plugin-manifest.ts";
import type { PluginManifest } from "../manifest/plugin-manifest.ts";
import { digestFolder } from "./digest-folder.ts";

export interface PluginFolder {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  /** Absolute path of its module. */
  readonly main: string;
  /** SHA-256 of its files, in hex. */
  readonly digest: string;
}

const maxManifestBytes = 100_000;

/**
 * Reads what a folder is as a plug-in, and starts nothing.
 *
 * @param options `isNamed: false`: the folder may have another name than the plug-in, as one that is installed from elsewhere.
 * @throws {HermesError} `PLUGIN_BAD_MANIFEST`, `PLUGIN_BAD_FOLDER`
 */
export async function readPlugin(
  path: string,
  { isNamed = true }: { readonly isNamed?: boolean | undefined } = {},
): Promise<PluginFolder> {
  const folder = resolve(path);
  const file = join(folder, manifestFile);
  const manifest = parseManifest(await manifestText(file), file);
  if (isNamed && manifest.name !== basename(folder))
    throw new HermesError(`The plug-in in ${folder} calls itself "${manifest.name}".`, {
      code: "PLUGIN_BAD_MANIFEST",
      hint: `Name the folder ${manifest.name}, or correct "name" in ${manifestFile}.`,
    });
  const skins = manifest.provides.skins.map((skin) => `skins/${skin}.yaml`);
  for (const needed of [manifest.main, ...skins]) await needsFile(folder, needed);
  return { folder, manifest, main: join(folder, manifest.main), digest: await digestFolder(folder) };
}

async function manifestText(path: string): Promise<string> {
  try {
    const { size } = await lstat(path);
    if (size > maxManifestBytes) throw new RangeError(`It has more than ${maxManifestBytes / 1_000} KB.`);
    return await readFile(path, "utf8");
  } catch (error) {
    throw new HermesError(`${path} can't be read.`, {
      code: "PLUGIN_BAD_MANIFEST",
      hint: `A plug-in is a folder with a ${manifestFile} and a module.`,
      cause: error,
    });
  }
}

async function needsFile(folder: string, file: string): Promise<void> {
  const found = await lstat(join(folder, file)).catch(() => undefined);
  if (found?.isFile() === true) return;
  throw new HermesError(`The plug-in in ${folder} has no file ${file}, which its ${manifestFile} names.`, {
    code: "PLUGIN_BAD_MANIFEST",
    hint: `Add the file, or correct ${manifestFile}.`,
  });
}
