import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defaultProfile, homeOfProfile, isProfileName, profilesFolder } from "@hermes/config";
import { nearest } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";

/** Names that would be taken for something else. */
const reserved: ReadonlySet<string> = new Set(["hermes", defaultProfile, "test", "tmp", "root", "sudo"]);

/** Names of the profiles below a root home, in the order of the alphabet, without the default one. */
export function profileNames(root: string): readonly string[] {
  try {
    return readdirSync(join(root, profilesFolder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isProfileName(entry.name) && entry.name !== defaultProfile)
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
}

/** A link is none: what is done with a profile stays within the home. */
export function profileExists(root: string, name: string): boolean {
  if (name === defaultProfile) return true;
  if (!isProfileName(name)) return false;
  const home = homeOfProfile(root, name);
  return lstatSync(home, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * @returns The home of a profile.
 * @throws {HermesError} `CLI_NO_PROFILE` with the name that may be meant.
 */
export function findProfile(root: string, name: string): string {
  if (profileExists(root, name)) return homeOfProfile(root, name);
  const near = nearest(name, [defaultProfile, ...profileNames(root)]);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  const create = isProfileName(name) ? ` To make it: hermes profile create ${name}` : "";
  throw new HermesError(`There is no profile "${name}".`, {
    code: "CLI_NO_PROFILE",
    hint: `${meant}${create}`.trim() || "`hermes profile list` shows them.",
  });
}

/** @throws {HermesError} `CLI_PROFILE_NAME`, `CLI_PROFILE_EXISTS`. */
export function checkNewProfile(root: string, name: string): void {
  if (!isProfileName(name))
    throw new HermesError(`"${name}" can't be the name of a profile.`, {
      code: "CLI_PROFILE_NAME",
      hint: "Use lower case letters, digits, - and _, at most 64, with a letter or a digit at the beginning.",
    });
  if (reserved.has(name))
    throw new HermesError(`"${name}" is reserved: it would be taken for something else.`, {
      code: "CLI_PROFILE_NAME",
      hint: "Choose another name.",
    });
  if (lstatSync(homeOfProfile(root, name), { throwIfNoEntry: false }) === undefined) return;
  throw new HermesError(`There is a profile "${name}" already.`, {
    code: "CLI_PROFILE_EXISTS",
    hint: `See it with: hermes profile show ${name}`,
  });
}

/** @throws {HermesError} `CLI_PROFILE_NAME`. */
export function refuseDefault(name: string, what: string): void {
  if (name !== defaultProfile) return;
  throw new HermesError(`The default profile can't be ${what}: it is the home of all others.`, {
    code: "CLI_PROFILE_NAME",
    hint: "`hermes profile list` shows the others.",
  });
}
