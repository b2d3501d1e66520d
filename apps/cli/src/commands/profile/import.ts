import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { homeOfProfile } from "@hermes/config";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { checkNewProfile } from "../../profile/profiles.ts";
import { confirm } from "../../prompt/confirm.ts";
import { counted } from "../../render/count-of.ts";
import { printJson, printLines } from "../../render/print.ts";
import { readArchive } from "./archive.ts";
import type { ProfileFile } from "./copy-files.ts";
import { putInPlace } from "./draft-folder.ts";
import type { ProfileFlags } from "./show.ts";

export interface ImportFlags extends ProfileFlags {
  readonly name?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** `hermes profile import`: a new profile from an archive. */
export async function importProfile(
  file: string,
  { name: wanted, yes, json }: ImportFlags,
  host: Host,
): Promise<number> {
  const { root } = currentProfile(host.env);
  const archive = readArchive(readFileSync(resolve(host.cwd, file)));
  const name = wanted ?? archive.name;
  if (name === undefined) throw usageError("The archive does not say how to call it: give it a --name.");
  checkNewProfile(root, name);
  const intro = [
    `The profile "${name}" with ${counted(archive.files.length, "file")}: ${partsOf(archive.files)}.`,
    "Its settings and skills can start programs: take one only from somebody you trust.",
  ];
  if (!(await confirm(host, { intro, question: "Make it?", yes }))) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  const home = homeOfProfile(root, name);
  await putInPlace({ root, home }, async (draft) => {
    for (const each of archive.files) writeFile(draft, each);
  });
  if (json) printJson(host, { name, home, files: archive.files.map(({ path }) => path) });
  else
    printLines(host, [
      `Made the profile "${name}": ${home}`,
      `It has no keys yet: hermes -p ${name} auth, or its .env.`,
    ]);
  return exitCodes.ok;
}

function writeFile(home: string, { path, bytes, isProgram }: ProfileFile): void {
  const target = join(home, ...path.split("/"));
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(target, bytes, { mode: isProgram ? 0o700 : 0o600, flag: "wx" });
}

function partsOf(files: readonly ProfileFile[]): string {
  const parts = new Set(files.map(({ path }) => path.split("/")[0] ?? ""));
  return parts.size === 0 ? "nothing" : [...parts].join(", ");
}
