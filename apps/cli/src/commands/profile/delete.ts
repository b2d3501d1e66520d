import { rmSync } from "node:fs";
import { exitCodes, type Host } from "../../host.ts";
import { readActiveProfile, writeActiveProfile } from "../../profile/active-profile.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { findProfile, refuseDefault } from "../../profile/profiles.ts";
import { typesName } from "../../prompt/types-name.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import { aliasesOf } from "./alias-file.ts";
import { removeHome } from "./draft-folder.ts";
import type { ProfileFlags } from "./show.ts";
import { refuseBusy } from "./who-uses.ts";

export interface DeleteFlags extends ProfileFlags {
  readonly yes?: boolean | undefined;
}

/** `hermes profile delete`: the folder with all that is in it, and the commands that were made for it. */
export async function deleteProfile(name: string, { yes, json }: DeleteFlags, host: Host): Promise<number> {
  const { root } = currentProfile(host.env);
  refuseDefault(name, "deleted");
  const home = findProfile(root, name);
  await refuseBusy({ name, home, what: "deleted" }, host);
  const text = `${home} is deleted for good: settings, keys, conversations, memories, skills.`;
  const intro = wrap(text, { columns: host.stderr.columns });
  if (!yes && !(await typesName(host, { of: "the profile", name, purpose: "to delete it", intro }))) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  // Somebody may have begun while it was asked.
  await refuseBusy({ name, home, what: "deleted" }, host);
  removeHome({ root, home });
  for (const { path } of aliasesOf(name, { root, env: host.env })) rmSync(path);
  if (readActiveProfile(root) === name) await writeActiveProfile(root, undefined);
  if (json) printJson(host, { deleted: name, home });
  else printLines(host, [`Deleted the profile "${name}".`]);
  return exitCodes.ok;
}
