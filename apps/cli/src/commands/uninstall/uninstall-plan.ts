import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { homeOfProfile, profileOfHome } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { aliasesOf } from "../profile/alias-file.ts";
import { profileNames } from "../../profile/profiles.ts";
import { findCompletionLines } from "./completion-lines.ts";
import { findServices, isInCrontab, type InstalledService } from "./find-services.ts";
import { installedBy } from "./installed-by.ts";
import { namesIn, sizeOf } from "./size-of.ts";

export interface PlannedPath {
  readonly what: string;
  readonly path: string;
  readonly bytes: number;
}

export interface UninstallPlan {
  readonly home: string;
  /** The home itself, and those of its profiles. */
  readonly homes: readonly string[];
  readonly services: readonly InstalledService[];
  /** Files of the shell out of which a line goes. */
  readonly shellFiles: readonly string[];
  readonly goes: readonly PlannedPath[];
  readonly stays: readonly PlannedPath[];
  /** What only the person can do. */
  readonly byHand: readonly string[];
}

/** Whether Hermes makes it anew by itself. */
function isMadeAnew(home: string, name: string): boolean {
  return ["cache", "logs"].includes(name) && lstatSync(join(home, name)).isDirectory();
}

/** What there is to remove, and what stays. Looks alone. */
export async function planUninstall(
  home: string,
  { everything, env }: { readonly everything: boolean; readonly env: Environment },
): Promise<UninstallPlan> {
  const { root } = profileOfHome(home);
  const names = home === root ? profileNames(root) : [basename(home)];
  const homes = [...new Set([home, ...names.map((name) => homeOfProfile(root, name))])];
  const found = homes.flatMap((each) => findServices(each, env));
  const services = found.filter(({ isOfSystem }) => !isOfSystem);
  const lines = home === root ? findCompletionLines(env) : [];
  const aliases = names.flatMap((name) => aliasesOf(name, { root, env }));
  const shellFiles = [...new Set(lines.filter(({ isOurs }) => isOurs).map(({ path }) => path))];
  const inHome = everything ? [] : namesIn(home);
  const ofHome = (isOurs: boolean): readonly PlannedPath[] =>
    inHome
      .filter((name) => isMadeAnew(home, name) === isOurs)
      .map((name) => planned(labels[name] ?? "kept", join(home, name)));
  return {
    ...{ home, homes, services, shellFiles },
    goes: [
      ...services.flatMap(({ what, paths }) => paths.map((path) => planned(serviceNames[what], path))),
      ...aliases.map(({ path }) => planned("command of a profile", path)),
      ...shellFiles.map((path) => ({ what: "line of the completion", path, bytes: 0 })),
      ...ofHome(true),
      ...(everything && lstatSync(home, { throwIfNoEntry: false }) !== undefined
        ? [planned("everything of yours", home)]
        : []),
    ],
    stays: ofHome(false),
    byHand: [
      ...found.filter(({ isOfSystem }) => isOfSystem).map(() => "sudo hermes gateway uninstall --system"),
      ...lines
        .filter(({ isOurs }) => !isOurs)
        .map(({ path, line }) => `Take line ${line} out of ${path}, which is a link.`),
      ...((await isInCrontab()) ? ["Take the line of hermes cron tick out of: crontab -e"] : []),
      installedBy().remove,
    ],
  };
}

const serviceNames = { gateway: "service of the gateway", timer: "timer of the jobs" } as const;

const labels: Readonly<Record<string, string>> = {
  "hermes.db": "conversations",
  "state.db": "conversations",
  "config.yaml": "settings",
  ".env": "keys",
  "auth.json": "keys",
  memories: "memory",
  skills: "skills",
  profiles: "profiles",
  cache: "cache",
  logs: "logs",
};

function planned(what: string, path: string): PlannedPath {
  return { what, path, bytes: sizeOf(path) };
}
