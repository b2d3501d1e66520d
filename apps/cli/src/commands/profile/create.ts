import { homeOfProfile } from "@hermes/config";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { writeActiveProfile } from "../../profile/active-profile.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { checkNewProfile, findProfile } from "../../profile/profiles.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { putInPlace } from "./draft-folder.ts";
import type { ProfileFlags } from "./show.ts";

export interface CreateFlags extends ProfileFlags {
  /** True: from the profile that is used now. */
  readonly clone?: string | true | undefined;
  readonly cloneAll?: string | true | undefined;
  readonly use?: boolean | undefined;
}

/** `hermes profile create`. */
export async function createProfile(name: string, flags: CreateFlags, host: Host): Promise<number> {
  const { root, name: current } = currentProfile(host.env);
  checkNewProfile(root, name);
  const { clone, cloneAll, use, json } = flags;
  if (clone !== undefined && cloneAll !== undefined)
    throw usageError("Choose one of --clone and --clone-all.");
  const wanted = clone ?? cloneAll;
  const source = wanted === true ? current : wanted;
  const from = source === undefined ? undefined : findProfile(root, source);
  const home = homeOfProfile(root, name);
  let remarks: readonly string[] = [];
  await putInPlace({ root, home }, async (draft) => {
    if (from === undefined) return;
    const { cloneHome } = await import("./clone.ts");
    remarks = await cloneHome({ from, to: draft, all: cloneAll !== undefined }, host);
  });
  if (use) await writeActiveProfile(root, name);
  for (const remark of remarks) printRemark(host, remark);
  if (json) printJson(host, { name, home, clonedFrom: source, active: use === true });
  else
    printLines(host, [
      `Made the profile "${name}"${source === undefined ? "" : ` from "${source}"`}: ${home}`,
      use ? "Commands without -p use it from now on." : `To use it: hermes -p ${name}`,
    ]);
  return exitCodes.ok;
}
