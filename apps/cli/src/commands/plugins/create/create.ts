import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pluginKinds, type PluginKind } from "@hermes/plugins/host";
import { nearest } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../../failure.ts";
import { exitCodes, type Host } from "../../../host.ts";
import { printJson, printLines } from "../../../render/print.ts";
import { pluginFiles } from "./plugin-files.ts";

export interface CreateFlags {
  readonly kind?: readonly string[] | undefined;
  readonly js?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes plugins create`: a small folder that works, whole or not at all. */
export async function createPlugin(
  name: string,
  { kind, js, json }: CreateFlags,
  host: Host,
): Promise<number> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw usageError(
      `"${name}" can't be the name of a plug-in: it has small letters, digits and -, and begins with a letter.`,
    );
  const kinds = (kind ?? ["tools"]).flatMap((each) => each.split(",")).map(kindOf);
  const folder = join(host.cwd, name);
  if (existsSync(folder))
    throw new HermesError(`There is ${folder} already.`, {
      code: "PLUGIN_FOLDER_EXISTS",
      hint: "Choose another name, or go to another folder.",
    });
  const files = pluginFiles({ name, kinds, js: js === true });
  const draft = `${folder}.${process.pid}.new`;
  try {
    for (const { path, text } of files) {
      const to = join(draft, path);
      // oxlint-disable-next-line no-await-in-loop -- few and small
      await mkdir(dirname(to), { recursive: true });
      // oxlint-disable-next-line no-await-in-loop -- few and small
      await writeFile(to, text);
    }
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  if (json) printJson(host, { name, folder, kinds, files: files.map(({ path }) => path) });
  else
    printLines(host, [
      `Made ${folder}: ${files.map(({ path }) => path).join(", ")}.`,
      `Try it: hermes plugins test ./${name}`,
      `Use it: hermes plugins install ./${name}`,
    ]);
  return exitCodes.ok;
}

function kindOf(text: string): PluginKind {
  const wanted = text.trim();
  const found =
    pluginKinds.find((kind) => kind === wanted) ?? pluginKinds.find((kind) => kind === `${wanted}s`);
  if (found !== undefined) return found;
  const near = nearest(wanted, pluginKinds);
  throw usageError(
    `A plug-in gives no "${wanted}". ${near === undefined ? `There are: ${pluginKinds.join(", ")}.` : `Did you mean ${near}?`}`,
  );
}
