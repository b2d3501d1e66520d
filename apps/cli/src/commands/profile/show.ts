import { defaultProfile, homeOfProfile, loadSettings } from "@hermes/config";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { exitCodes, type Host } from "../../host.ts";
import { toFailure } from "../../failure.ts";
import { readActiveProfile } from "../../profile/active-profile.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { findProfile, profileNames } from "../../profile/profiles.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import { aliasesOf } from "./alias-file.ts";
import { hostIn } from "./profile-host.ts";
import { whoUses } from "./who-uses.ts";

export interface ProfileFlags {
  readonly json?: boolean | undefined;
}

/** `hermes profile list`. */
export function listProfiles({ json }: ProfileFlags, host: Host): number {
  const { root, name: current } = currentProfile(host.env);
  const active = readActiveProfile(root) ?? defaultProfile;
  const profiles = [defaultProfile, ...profileNames(root)].map((name) => ({
    name,
    home: homeOfProfile(root, name),
    current: name === current,
    active: name === active,
  }));
  if (json) printJson(host, profiles);
  else
    printLines(
      host,
      table(
        profiles.map(({ name, home, current: isCurrent }) => [isCurrent ? "*" : "", name, home]),
        host.stdout.columns,
      ),
    );
  return exitCodes.ok;
}

/** `hermes profile` and `hermes profile show`: what one is made of, and what runs in it. */
export async function showProfile(
  wanted: string | undefined,
  { json }: ProfileFlags,
  host: Host,
): Promise<number> {
  const { root, name: current } = currentProfile(host.env);
  const name = wanted ?? current;
  const home = findProfile(root, name);
  const active = readActiveProfile(root) ?? defaultProfile;
  const [model, running] = await Promise.all([modelOf(home, host), whoUses(home, host)]);
  const facts = {
    ...{ name, home, current: name === current, active: name === active, model },
    skills: foldersIn(join(home, "skills")),
    hasKeys: existsSync(join(home, ".env")),
    aliases: name === defaultProfile ? [] : aliasesOf(name, { root, env: host.env }).map(({ path }) => path),
    running,
  };
  if (json) printJson(host, facts);
  else printLines(host, linesOf(facts));
  return exitCodes.ok;
}

interface Facts {
  readonly name: string;
  readonly home: string;
  readonly current: boolean;
  readonly active: boolean;
  readonly model: string;
  readonly skills: number;
  readonly hasKeys: boolean;
  readonly aliases: readonly string[];
  readonly running: readonly string[];
}

function linesOf(facts: Facts): readonly string[] {
  const marks = [
    ...(facts.current ? ["used now"] : []),
    ...(facts.active ? ["chosen for commands without -p"] : []),
  ];
  return [
    `${facts.name}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`,
    `home: ${facts.home}`,
    `model: ${oneLine(facts.model)}`,
    `skills: ${facts.skills}`,
    `.env: ${facts.hasKeys ? "there" : "none"}`,
    ...facts.aliases.map((path) => `command: ${path}`),
    ...facts.running.map((each) => `runs: ${each}`),
  ];
}

/** Settings that can't be read are no reason to show nothing. */
async function modelOf(home: string, host: Host): Promise<string> {
  try {
    const { settings } = await loadSettings({ env: hostIn(home, host).env });
    return settings.model.default ?? "not set";
  } catch (error) {
    return `unknown: ${toFailure(error).message}`;
  }
}

function foldersIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith("."),
  ).length;
}
