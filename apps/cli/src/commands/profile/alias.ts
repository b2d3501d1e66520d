import { existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { isProfileName } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes, type Host } from "../../host.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { findProfile, refuseDefault } from "../../profile/profiles.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { programCommand } from "../gateway/gateway-command.ts";
import { aliasesOf, aliasFolder, aliasText, isAliasOf } from "./alias-file.ts";
import type { ProfileFlags } from "./show.ts";

export interface AliasFlags extends ProfileFlags {
  readonly name?: string | undefined;
  readonly remove?: boolean | undefined;
}

/** `hermes profile alias`: a command of its own for a profile, `work` for `hermes -p work`. */
export function aliasProfile(
  profile: string,
  { name = profile, remove, json }: AliasFlags,
  { host, commands }: { readonly host: Host; readonly commands: readonly string[] },
): number {
  const { root } = currentProfile(host.env);
  refuseDefault(profile, "given a command of its own");
  if (remove) return removeAliases(profile, { root, json }, host);
  findProfile(root, profile);
  const folder = aliasFolder(host.env);
  const path = join(folder, name);
  checkAlias({ name, path, isOwn: isAliasOf(path, { root, profile }) }, host, commands);
  writeAlias({ path, root, profile });
  if (json) printJson(host, { profile, command: name, path });
  else printLines(host, [`Written: ${path}`, `From now on ${name} is hermes -p ${profile}.`]);
  if (!foldersOfPath(host).includes(folder))
    printRemark(host, `${folder} is not on PATH: add it, so that the command is found.`);
  return exitCodes.ok;
}

export function writeAlias({
  path,
  root,
  profile,
}: {
  readonly path: string;
  readonly root: string;
  readonly profile: string;
}): void {
  mkdirSync(join(path, ".."), { recursive: true });
  replaceFile(path, aliasText({ root, profile, command: programCommand() }), { mode: 0o755 });
}

function removeAliases(
  profile: string,
  { root, json }: { readonly root: string; readonly json: boolean | undefined },
  host: Host,
): number {
  const found = aliasesOf(profile, { root, env: host.env });
  for (const { path } of found) rmSync(path);
  if (json)
    printJson(
      host,
      found.map(({ path }) => path),
    );
  else
    printLines(
      host,
      found.length === 0
        ? [`The profile "${profile}" has no command of its own.`]
        : found.map(({ path }) => `Removed: ${path}`),
    );
  return exitCodes.ok;
}

const reserved: readonly string[] = ["hermes", "default", "test", "tmp", "root", "sudo"];

interface WantedAlias {
  readonly name: string;
  readonly path: string;
  /** What is there is the wrapper of this profile. */
  readonly isOwn: boolean;
}

/** @throws {HermesError} `CLI_NO_ALIAS` for a name that means something already. */
function checkAlias({ name, path, isOwn }: WantedAlias, host: Host, commands: readonly string[]): void {
  if (!isProfileName(name))
    throw refused(
      name,
      "can't be the name of a command here: use lower case letters, digits, - and _, at most 64.",
    );
  if (reserved.includes(name) || commands.includes(name))
    throw refused(name, "is reserved: it would be taken for something else.");
  if (existsSync(path) && !isOwn) throw refused(name, `is taken: ${path} is there, and was not made for it.`);
  const other = foldersOfPath(host)
    .map((folder) => join(folder, name))
    .find((file) => file !== path && existsSync(file));
  if (other !== undefined) throw refused(name, `is a command already: ${other}.`);
}

function refused(name: string, why: string): HermesError {
  return new HermesError(`"${name}" ${why}`, {
    code: "CLI_NO_ALIAS",
    hint: "Give the command another name with --name.",
  });
}

function foldersOfPath({ env }: Host): readonly string[] {
  return (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
}
