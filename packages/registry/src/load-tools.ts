import { messageOf } from "./message-of.ts";
import type { Tool } from "./tool.ts";

/** Where tools come from: a package, a plugin, a file. */
export interface ToolLoader {
  /** For the warning. */
  readonly name: string;
  load(): readonly Tool[] | Promise<readonly Tool[]>;
}

/** Loads tools from every source, in the order of the sources. A source that fails is one warning, and the rest work. */
export async function loadTools(
  loaders: readonly ToolLoader[],
  onWarning: (message: string) => void,
): Promise<readonly Tool[]> {
  const load = async (loader: ToolLoader): Promise<readonly Tool[]> => {
    try {
      return await loader.load();
    } catch (error) {
      onWarning(
        `The tools of "${loader.name}" are left out, because they failed to load: ${messageOf(error)}`,
      );
      return [];
    }
  };
  return (await Promise.all(loaders.map(load))).flat();
}
