import { defaultProfile } from "@hermes/config";
import { exitCodes, type Host } from "../../host.ts";
import { writeActiveProfile } from "../../profile/active-profile.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { findProfile } from "../../profile/profiles.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { ProfileFlags } from "./show.ts";

/** `hermes profile use`: for commands from now on, until another one is chosen. */
export async function useProfile(name: string, { json }: ProfileFlags, host: Host): Promise<number> {
  const { root, name: current } = currentProfile(host.env);
  const home = findProfile(root, name);
  await writeActiveProfile(root, name === defaultProfile ? undefined : name);
  if (json) printJson(host, { active: name, home });
  else printLines(host, [`Commands without -p use the profile "${name}" from now on: ${home}`]);
  const { HERMES_HOME: named } = host.env;
  if (named !== undefined && current !== defaultProfile && current !== name)
    printRemark(host, `Where HERMES_HOME is ${named}, as it is here, that profile counts instead.`);
  return exitCodes.ok;
}
