import { basename, dirname, join } from "node:path";

/** What a home is: that of everybody who chose none, or that of a profile below it. */
export interface HomeProfile {
  /** The home that has the others below `profiles`. */
  readonly root: string;
  /** `default` for the root home itself. */
  readonly name: string;
}

export const defaultProfile = "default";

/** The folder of profiles below a root home. */
export const profilesFolder = "profiles";

/** Lower case letters, digits, `-` and `_`: it is the name of a folder, of a service and of a command. */
export function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name);
}

/** Says of an absolute path of a home which profile it is. Looks at nothing but the path. */
export function profileOfHome(home: string): HomeProfile {
  const name = basename(home);
  const above = dirname(home);
  return basename(above) === profilesFolder && isProfileName(name) && name !== defaultProfile
    ? { root: dirname(above), name }
    : { root: home, name: defaultProfile };
}

/** Where a profile is, or would be. */
export function homeOfProfile(root: string, name: string): string {
  return name === defaultProfile ? root : join(root, profilesFolder, name);
}
