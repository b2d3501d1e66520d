import type { ProfileJailSearch } from "@hermes/jail";
import { openPlugin, readPlugin, startUnheld } from "@hermes/plugins/host";
import type { PluginStart, RunningPlugin } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { join } from "node:path";
import { makePrivateFolder } from "../make-private-folder.ts";
import { changed } from "./copy-plugin.ts";
import type { PluginAccess } from "./plugin-access.ts";
import type { PluginFiles } from "./plugin-files.ts";
import { startHeld } from "./start-held.ts";

export interface RunPluginOptions {
  readonly isHeld: boolean;
  /** Folder for what it keeps; made with the first start. */
  readonly data: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly access: PluginAccess;
  readonly search: () => Promise<ProfileJailSearch>;
  /** Folder of the work. */
  readonly cwd: string;
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
  readonly env: Environment;
  readonly warn: (message: string) => void;
  /** It could not be started. */
  readonly onRefused: (error: HermesError) => void;
}

/** A plug-in of these very files: each start looks at them again. Starts nothing before the first call. */
export function runPlugin(
  { manifest, folder, digest }: PluginFiles,
  options: RunPluginOptions,
): RunningPlugin {
  const { name, may } = manifest;
  const { isHeld, data, settings, env, warn: onOff } = options;
  const inPlace = isHeld ? startHeld({ ...options, folder }) : startUnheld({ env });
  const start: PluginStart = async (line) => {
    try {
      if ((await readPlugin(folder)).digest !== digest) throw changed(name);
      await makePrivateFolder(data);
      return await inPlace(line);
    } catch (error) {
      if (HermesError.is(error)) options.onRefused(error);
      throw error;
    }
  };
  const named = may.variables.flatMap((variable): [string, string][] => {
    const value = env[variable];
    return value === undefined ? [] : [[variable, value]];
  });
  return openPlugin({
    ...{ name, main: join(folder, manifest.main), folder: data, settings, start, onOff },
    variables: Object.fromEntries(named),
  });
}
