import { homeOf, profileOfHome, type HomeProfile } from "@hermes/config";
import type { Environment } from "@hermes/registry";

/** The profile that an environment names, by then that of `-p` or `hermes profile use`. */
export function currentProfile(env: Environment): HomeProfile {
  return profileOfHome(homeOf(env));
}
