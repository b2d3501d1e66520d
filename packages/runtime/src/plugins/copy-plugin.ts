import { readPlugin } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makePrivateFolder } from "../make-private-folder.ts";

export interface StagedPlugin extends AsyncDisposable {
  /** Named as the plug-in is. */
  readonly folder: string;
}

/**
 * Copies the files of a plug-in to a folder of their own; it is removed when that is disposed.
 *
 * @param beside An existing or new folder, in which it is made under a name that begins with a dot.
 * @throws {HermesError} `PLUGIN_CHANGED` where they are not those of the digest.
 */
export async function stagePlugin(
  from: string,
  { name, digest, beside }: { readonly name: string; readonly digest: string; readonly beside: string },
): Promise<StagedPlugin> {
  await makePrivateFolder(beside);
  const around = await mkdtemp(join(beside, ".new-"));
  const folder = join(around, name);
  try {
    await cp(from, folder, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    if ((await readPlugin(folder)).digest !== digest) throw changed(name);
  } catch (error) {
    await rm(around, { recursive: true, force: true });
    throw error;
  }
  return { folder, [Symbol.asyncDispose]: async () => await rm(around, { recursive: true, force: true }) };
}

/**
 * Puts a folder in its place, takes a step, and puts back what was there where that fails.
 */
export async function swapIn<Value>(
  folder: string,
  place: string,
  then: () => Promise<Value>,
): Promise<Value> {
  const before = join(dirname(folder), ".before");
  const had = await moved(place, before);
  try {
    await rename(folder, place);
    return await then();
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    if (had) await rename(before, place);
    throw error;
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

export function changed(name: string): HermesError {
  return new HermesError(`The plug-in "${name}" is not what was agreed to: its files have changed.`, {
    code: "PLUGIN_CHANGED",
    hint: `To see what it may do now, and agree to that: hermes plugins enable ${name}`,
  });
}
