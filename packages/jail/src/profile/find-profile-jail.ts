import { spawn } from "node:child_process";
import { explainMissingJail } from "../explain-missing-jail.ts";
import type { MissingJail } from "../explain-missing-jail.ts";
import type { FindJailOptions } from "../find-jail.ts";
import { bubblewrapProfiles } from "./bubblewrap-profile.ts";
import type { JailProfile } from "./jail-profile.ts";
import type { ProfileJail } from "./profile-jail.ts";
import { seatbeltProfiles } from "./seatbelt-profile.ts";

export type ProfileJailSearch =
  | {
      readonly jail: ProfileJail;
      /** The kinds of network that a profile may have here. */
      readonly networks: readonly JailProfile["network"][];
    }
  | ({ readonly jail: undefined } & MissingJail);

/** Tries the jails of this system with a command that does nothing, and gives the first that works. Close it. */
export async function findProfileJail(options: FindJailOptions = {}): Promise<ProfileJailSearch> {
  const { platform = process.platform, path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" } = options;
  let message = "";
  for (const make of await candidates(platform, path)) {
    const jail = make();
    const problems = await Promise.all(
      networks.map(async (network) => await tryProfile(jail, network, path)),
    );
    const working = networks.filter((_, index) => problems[index] === undefined);
    if (working.length > 0) return { jail, networks: working };
    jail.close();
    message ||= problems.find((problem) => problem !== undefined) ?? "";
  }
  return { jail: undefined, ...explainMissingJail(platform, message) };
}

const networks = ["none", "host"] as const;

async function candidates(platform: NodeJS.Platform, path: string): Promise<readonly (() => ProfileJail)[]> {
  if (platform === "darwin") return [seatbeltProfiles];
  if (platform !== "linux") return [];
  const resetsSignals = (await problemOf(["env", "--default-signal=TERM", "true"], path)) === undefined;
  const kinds = process.getuid?.() === 0 ? [true, false] : [false];
  return kinds.map((asRoot) => () => bubblewrapProfiles({ asRoot, resetsSignals }));
}

async function tryProfile(
  jail: ProfileJail,
  network: JailProfile["network"],
  path: string,
): Promise<string | undefined> {
  const profile = { writable: [], protected: [], hidden: [], readable: [], network };
  return await problemOf(jail.enter(profile, ["true"]), path);
}

/**
 * The first command behind the wall waits for it: loading execa takes longer than what is tried here.
 *
 * @returns What a command says when it fails.
 */
async function problemOf(
  [program = "", ...args]: readonly string[],
  path: string,
): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: "/",
      env: { PATH: path },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 5_000,
      killSignal: "SIGKILL",
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) =>
      resolve(code === 0 ? undefined : errors.trim() || `it ended with ${code ?? signal}`),
    );
  });
}
