import { dirname } from "node:path";
import type { JailProfile } from "./jail-profile.ts";
import { profilePlaces } from "./profile-places.ts";

/**
 * Tells what can be written behind a profile, as it would be entered now.
 *
 * @returns For a path, absolute and without links: whether a command can make, change or delete what is there. In `/tmp` it has files
 * of its own, and those of this machine only where the profile says so.
 */
export function writablePaths(profile: JailProfile): (path: string) => boolean {
  const places = new Map(profilePlaces(profile).map(({ path, access }) => [path, access]));
  return (path) => {
    for (let at = path; ; at = dirname(at)) {
      const access = places.get(at);
      if (access !== undefined) return access === "write";
      if (at === dirname(at)) return false;
    }
  };
}
