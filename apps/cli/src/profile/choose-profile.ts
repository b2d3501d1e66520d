import { defaultProfile, homeOf, profileOfHome } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { readActiveProfile } from "./active-profile.ts";
import { findProfile, profileExists } from "./profiles.ts";

export interface ChosenProfile {
  readonly home: string | undefined;
  readonly warning?: string | undefined;
}

/** @param looksAfter The root home stands in for a chosen profile that is gone. */
export function chooseProfile(
  flag: string | undefined,
  env: Environment,
  { looksAfter }: { readonly looksAfter: boolean },
): ChosenProfile {
  const { root, name } = profileOfHome(homeOf(env));
  if (flag !== undefined) return { home: findProfile(root, flag) };
  const active = name === defaultProfile ? readActiveProfile(root) : undefined;
  if (active === undefined || active === defaultProfile) return { home: undefined };
  if (profileExists(root, active)) return { home: findProfile(root, active) };
  const message = `The profile "${active}", which was chosen with \`hermes profile use\`, is not there.`;
  const hint = "Choose another one with `hermes profile use NAME`, or `hermes profile use default`.";
  if (looksAfter) return { home: undefined, warning: `${message} ${hint}` };
  throw new HermesError(message, { code: "CLI_NO_PROFILE", hint });
}
