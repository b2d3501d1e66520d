import { homeOf, profileOfHome } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { takeProfileFlag } from "../../profile/profile-flag.ts";
import { findProfile } from "../../profile/profiles.ts";

/**
 * A command line without the profile that it names, and the environment of that. A profile that is typed at the moment stays.
 *
 * @throws {HermesError} for one that is not there.
 */
export function withoutProfile(
  words: readonly string[],
  env: Environment,
): { readonly args: readonly string[]; readonly env: Environment } {
  const flag = words.at(-2);
  const isTyped = flag === "-p" || flag === "--profile";
  const last = words.slice(isTyped ? -2 : -1);
  const { name, args } = takeProfileFlag(words.slice(0, words.length - last.length));
  if (name === undefined) return { args: [...args, ...last], env };
  const { root } = profileOfHome(homeOf(env));
  return { args: [...args, ...last], env: { ...env, HERMES_HOME: findProfile(root, name) } };
}
