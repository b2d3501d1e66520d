import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { homeOfProfile } from "@hermes/config";
import { exitCodes, type Host } from "../../host.ts";
import { readActiveProfile, writeActiveProfile } from "../../profile/active-profile.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { checkNewProfile, findProfile, refuseDefault } from "../../profile/profiles.ts";
import { printJson, printLines } from "../../render/print.ts";
import { aliasesOf } from "./alias-file.ts";
import { writeAlias } from "./alias.ts";
import type { ProfileFlags } from "./show.ts";
import { refuseBusy } from "./who-uses.ts";

/** `hermes profile rename`: the folder moves, and what was made for it names the new one. */
export async function renameProfile(
  [from, to]: readonly [from: string, to: string],
  { json }: ProfileFlags,
  host: Host,
): Promise<number> {
  const { root } = currentProfile(host.env);
  refuseDefault(from, "renamed");
  const home = findProfile(root, from);
  checkNewProfile(root, to);
  await refuseBusy({ name: from, home, what: "renamed" }, host);
  const aliases = aliasesOf(from, { root, env: host.env });
  renameSync(home, homeOfProfile(root, to));
  if (readActiveProfile(root) === from) await writeActiveProfile(root, to);
  // A command that is called as the profile was would lie.
  const kept = aliases.filter(({ name }) => name !== from);
  for (const { path } of aliases) rmSync(path);
  for (const { path } of kept) writeAlias({ path, root, profile: to });
  const gone = aliases.length > kept.length;
  if (json) printJson(host, { from, to, home: homeOfProfile(root, to) });
  else
    printLines(host, [
      `Renamed the profile "${from}" to "${to}": ${homeOfProfile(root, to)}`,
      ...(gone ? [`The command ${from} is gone. To make one: hermes profile alias ${to}`] : []),
      `A timer of ${join("profiles", from)} has to be made again: hermes -p ${to} cron timer`,
    ]);
  return exitCodes.ok;
}
