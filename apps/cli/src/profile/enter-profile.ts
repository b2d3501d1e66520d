import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { activeProfilePath } from "./active-profile.ts";
import { takeProfileFlag } from "./profile-flag.ts";

export interface EnteredProfile {
  /** The command line without the flag. */
  readonly args: readonly string[];
  /** The home of the profile; undefined: the one that the environment names stays. */
  readonly home: string | undefined;
  /** What is to be said before anything else. */
  readonly warning?: string | undefined;
}

/**
 * Says which home a command line works with: that of `-p`, else of `HERMES_HOME` where it is one below `profiles`, else of
 * `hermes profile use`. Runs before anything else reads the environment; where nobody uses profiles, it costs one look at the disk.
 *
 * @throws {HermesError} `CLI_NO_PROFILE`, `CLI_PROFILE_NAME`; `USAGE` for a flag that can't be meant.
 */
export async function enterProfile(words: readonly string[], env: Environment): Promise<EnteredProfile> {
  const { name, args } = takeProfileFlag(words);
  if (name === undefined && !mayBeChosen(env)) return { args, home: undefined };
  const { chooseProfile } = await import("./choose-profile.ts");
  // Whoever looks after profiles must be able to when the chosen one is gone.
  const looksAfter = ["profile", "help"].includes(args.find((word) => !word.startsWith("-")) ?? "");
  return { args, ...chooseProfile(name, env, { looksAfter }) };
}

function mayBeChosen(env: Environment): boolean {
  const named = env["HERMES_HOME"]?.trim();
  if (named?.startsWith("~")) return true;
  const home = named || join(env["HOME"] || env["USERPROFILE"] || homedir(), ".hermes");
  return existsSync(activeProfilePath(home));
}
