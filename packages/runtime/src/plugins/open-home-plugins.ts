import { HermesError } from "@hermes/registry";
import { readPlugin } from "@hermes/plugins/host";
import { realpath, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { changed, stagePlugin, swapIn } from "./copy-plugin.ts";
import { readFound } from "./find-plugins.ts";
import type { FoundPlugin } from "./find-plugins.ts";
import type { FolderPlugins } from "./folder-plugins.ts";
import type { HomePlugins } from "./home-plugins.ts";
import { withOwnData } from "./with-own-data.ts";

/** The plug-ins of a home and of the runtime's folder, for the person: what is done here is the person's own. */
export function openHomePlugins({
  plugins,
  home,
  cwd,
}: {
  readonly plugins: FolderPlugins;
  /** Home of Hermes. */
  readonly home: string;
  readonly cwd: string;
}): HomePlugins {
  const ofHome = { from: "home", project: "" } as const;
  const placeOf = (name: string): string => join(home, "plugins", name);
  /** A folder of any place. */
  const foundAt = async (folder: string): Promise<FoundPlugin> => {
    const place = await realpath(resolve(cwd, folder)).catch(() => resolve(cwd, folder));
    const { manifest, digest } = await readPlugin(place, { isNamed: false });
    return { ...ofHome, name: manifest.name, folder: place, manifest, digest };
  };
  return {
    async list() {
      await plugins.load();
      return plugins.found.map((found) => plugins.report(found));
    },
    async look(folder, { isHeld = true } = {}) {
      const report = plugins.report(await foundAt(folder), { isHeld });
      // Whatever was said of the one in the home.
      return report.state === "broken" ? report : { ...report, state: "asked", source: undefined };
    },
    async install(folder, { digest, source, isHeld }, { signal }) {
      const given = await foundAt(folder);
      if (given.digest !== digest) throw changed(given.name);
      await plugins.load();
      const beside = join(home, "plugins");
      const staged = await stagePlugin(given.folder, { name: given.name, digest, beside });
      try {
        const found = await readFound(staged.folder, ofHome);
        const place = placeOf(given.name);
        const plan = await plugins.agree(found, {
          ...{ digest, isHeld, source, signal },
          // Its files are in their place before it is agreed to, and are not without it.
          keeping: async (keep) => await swapIn(staged.folder, place, keep),
        });
        await plugins.load();
        return { ...plan, folder: place };
      } finally {
        await staged[Symbol.asyncDispose]();
      }
    },
    async enable(name, { digest, isHeld }, { signal }) {
      await plugins.load();
      const plan = await plugins.agree(plugins.need(name), { digest, isHeld, signal });
      await plugins.load();
      return plan;
    },
    async disable(name) {
      await plugins.load();
      await plugins.refuse(plugins.need(name));
    },
    async remove(name) {
      await plugins.load();
      const found = plugins.need(name);
      if (found.from === "project")
        throw new HermesError(`The plug-in "${name}" is one of the project, in ${found.folder}.`, {
          code: "PLUGIN_OF_PROJECT",
          hint: `Remove that folder, or switch it off: hermes plugins disable ${name}`,
        });
      await plugins.refuse(found);
      await rm(found.folder, { recursive: true, force: true });
      await rm(plugins.dataOf(found), { recursive: true, force: true });
      await plugins.forget(found);
    },
    async used() {
      await plugins.load();
      return plugins.used;
    },
    async open(folder, { isHeld }) {
      const found = await foundAt(folder);
      return await withOwnData((data) => plugins.open(found, { isHeld, data }));
    },
  };
}
