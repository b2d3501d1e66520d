import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "@hermes/registry";
import { installedService } from "../gateway/service.ts";
import { profileSuffix, quoted } from "../gateway/service-files.ts";

/** Files by which a system starts something of a home, and what is run before they are removed. */
export interface InstalledService {
  readonly what: "gateway" | "timer";
  readonly paths: readonly string[];
  readonly disable: readonly (readonly string[])[];
  /** It belongs to the machine, and only its administrator can remove it. */
  readonly isOfSystem: boolean;
}

export function findServices(home: string, env: Environment): readonly InstalledService[] {
  const gateway = installedService({ ...env, HERMES_HOME: home });
  const isOfSystem = gateway !== undefined && /^\/(?:etc|Library)\//.test(gateway.path);
  const timer = timerOf(home, env);
  return [
    ...(gateway === undefined
      ? []
      : [{ what: "gateway" as const, paths: [gateway.path], disable: gateway.disable, isOfSystem }]),
    ...(timer === undefined ? [] : [timer]),
  ];
}

/** As the person wrote it down after `hermes cron timer`. One that calls another home is none of this. */
function timerOf(home: string, env: Environment): InstalledService | undefined {
  const person = env["HOME"] || homedir();
  const name = `hermes-cron${profileSuffix(home, "-")}`;
  const label = `com.hermes.cron${profileSuffix(home, ".")}`;
  const units = join(env["XDG_CONFIG_HOME"] || join(person, ".config"), "systemd", "user");
  const plist = join(person, "Library", "LaunchAgents", `${label}.plist`);
  const found = [join(units, `${name}.timer`), join(units, `${name}.service`), plist].filter(existsSync);
  if (!found.some((path) => namesHome(path, home))) return undefined;
  const disable = found.includes(plist)
    ? [["launchctl", "unload", "-w", plist]]
    : [["systemctl", "--user", "disable", "--now", `${name}.timer`]];
  return { what: "timer", paths: found, disable, isOfSystem: false };
}

function namesHome(path: string, home: string): boolean {
  const text = readFileSync(path, "utf8");
  return text.includes(quoted(`HERMES_HOME=${home}`)) || text.includes(`<string>${home}</string>`);
}

/** Whether a crontab of the person calls Hermes. */
export async function isInCrontab(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)("crontab", ["-l"], { timeout: 2_000 });
    return stdout.split("\n").some((line) => !line.startsWith("#") && /hermes.*cron.*tick/.test(line));
  } catch {
    return false;
  }
}
