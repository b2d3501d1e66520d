import type { PluginManifest } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { findWorkspace } from "../find-workspace.ts";
import { projectPlugins } from "./names-plugins.ts";
import type { PluginKey } from "./plugin-consents.ts";
import { sentenceOf } from "./plugin-words.ts";
import { readPlugin } from "@hermes/plugins/host";

/** A folder that is a plug-in, or is to be one. */
export interface FoundPlugin extends PluginKey {
  readonly from: "home" | "project";
  /** Absolute, without links. */
  readonly folder: string;
  /** Undefined: it can't be used; `problem` says why. */
  readonly manifest: PluginManifest | undefined;
  readonly problem?: string | undefined;
  /** Of its files; empty where they can't be read. */
  readonly digest: string;
}

/** Folders in the home, then those in the project: of one name the first counts. */
export async function findPlugins({
  home,
  cwd,
}: {
  /** Home of Hermes. */
  readonly home: string;
  /** Folder of the work. */
  readonly cwd: string;
}): Promise<readonly FoundPlugin[]> {
  const root = await realpath(findWorkspace(cwd).root);
  const [ofHome, ofProject] = await Promise.all([
    foldersIn(join(home, "plugins")),
    foldersIn(join(root, projectPlugins)),
  ]);
  const inHome = new Set(ofHome.map((folder) => basename(folder)));
  return await Promise.all([
    ...ofHome.map(async (folder) => await readFound(folder, { from: "home", project: "" })),
    ...ofProject
      // By a link it could be any folder of this machine; and the project may be the person's own folder.
      .filter((folder) => folder.startsWith(`${root}/`) && !ofHome.includes(folder))
      .map(async (folder): Promise<FoundPlugin> => {
        const found = await readFound(folder, { from: "project", project: root });
        return inHome.has(found.name)
          ? { ...found, manifest: undefined, problem: "the home has a plug-in of this name" }
          : found;
      }),
  ]);
}

/** A folder as it is, whether it can be used or not. */
export async function readFound(
  folder: string,
  of: Pick<FoundPlugin, "from" | "project">,
): Promise<FoundPlugin> {
  try {
    const { manifest, digest } = await readPlugin(folder);
    return { ...of, name: manifest.name, folder, manifest, digest };
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    return {
      ...of,
      name: basename(folder),
      folder,
      manifest: undefined,
      problem: sentenceOf(error),
      digest: "",
    };
  }
}

/** Without links. What begins with a dot is being installed. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const real = await realpath(folder);
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => join(real, name))
      .toSorted();
  } catch {
    return [];
  }
}
