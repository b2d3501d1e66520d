import { join } from "node:path";
import { HermesError } from "@hermes/registry";

/** @throws {HermesError} `BROWSER_BAD_PROFILE` for a name that could lead elsewhere. */
export function profilePath(folder: string | undefined, name: string): string {
  if (folder === undefined)
    throw new HermesError(`There is no folder for the browser profile "${name}".`, {
      code: "BROWSER_BAD_PROFILE",
      hint: "Give profilesFolder beside profile.",
    });
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(name))
    throw new HermesError(`"${name.slice(0, 80)}" can't be the name of a browser profile.`, {
      code: "BROWSER_BAD_PROFILE",
      hint: "Use letters, digits, _, - and ., at most 64, and no dot or hyphen at the start.",
    });
  return join(folder, `${name}.json`);
}
