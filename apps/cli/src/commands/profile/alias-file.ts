import { homedir } from "node:os";
import { join } from "node:path";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Environment } from "@hermes/registry";

export interface AliasFile {
  /** Of the command. */
  readonly name: string;
  readonly path: string;
}

/** Longer files are no wrappers of ours. */
const maxBytes = 4_000;

/** Where the commands of a person are. */
export function aliasFolder(env: Environment): string {
  return join(env["HOME"] || homedir(), ".local", "bin");
}

export interface AliasText {
  readonly root: string;
  readonly profile: string;
  /** What starts Hermes. */
  readonly command: readonly string[];
}

export function aliasText({ root, profile, command }: AliasText): string {
  const words = ["env", `HERMES_HOME=${root}`, ...command, "-p", profile].map(shellWord).join(" ");
  return `#!/bin/sh\n${markOf(root, profile)}\nexec ${words} "$@"\n`;
}

/** The second line of a wrapper: by it, and by nothing else, it is known as one. */
function markOf(root: string, profile: string): string {
  return `# Made by \`hermes profile alias\` for the profile ${profile} of ${root.replaceAll(/[\r\n]/g, " ")}`;
}

/** The wrappers of a profile. */
export function aliasesOf(
  profile: string,
  { root, env }: { readonly root: string; readonly env: Environment },
): readonly AliasFile[] {
  const folder = aliasFolder(env);
  return namesIn(folder)
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => isAliasOf(path, { root, profile }));
}

export function isAliasOf(path: string, { root, profile }: Pick<AliasText, "root" | "profile">): boolean {
  try {
    const { size } = statSync(path);
    return size <= maxBytes && readFileSync(path, "utf8").split("\n")[1] === markOf(root, profile);
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
