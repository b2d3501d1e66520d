import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry";
import { startTimeIn } from "./process-identity.ts";

/** The leader of a kept process' group. */
export interface DetachedLeader {
  readonly pid: number;
  readonly startedAt: string;
}

export interface StartDetachedOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The process' own folder: its output `out`, its input `in`, who it is, and how it ended. Made here. */
  readonly folder: string;
}

/** How long a process may take to write who it is. */
const startLimitMs = 5_000;

// The leader of the group. The input is opened for both directions, so that it has no end while the process runs,
// whoever comes and goes at the other side. Each file gets its name when it is whole.
const keeper = `
cd "$1" && mkfifo -m 600 in || exit 1
home=$1 work=$2; shift 2
exec <>in >>out 2>&1
boot=
if [ -r "/proc/$$/stat" ]; then
  read -r start <"/proc/$$/stat"; read -r boot </proc/sys/kernel/random/boot_id
else
  start=$(ps -o lstart= -p $$)
fi
printf '%s\\n%s\\n%s' "$$" "$start" "$boot" >who.new && mv who.new who
(cd "$work" && exec "$@")
status=$?
cd "$home" && printf '%s' "$status" >exit.new && mv exit.new exit
`;

/**
 * Starts a process that nobody has to be there for: what it says goes to a file, and it outlives this program.
 *
 * @throws {HermesError} `BACKEND_START_FAILED`.
 */
export async function startDetached(options: StartDetachedOptions): Promise<DetachedLeader> {
  const { folder, cwd, env, command } = options;
  makeFolder(folder);
  const child = spawn("/bin/sh", ["-c", keeper, "hermes-keeper", folder, cwd, ...command], {
    cwd,
    env,
    detached: true,
    stdio: "ignore",
  });
  const failed = new Promise<unknown>((resolve) => child.once("error", resolve));
  child.unref();
  const leader = await Promise.race([leaderIn(folder, startLimitMs), failed]);
  if (isLeader(leader)) return leader;
  throw new HermesError(`Cannot start a process in ${folder}.`, {
    code: "BACKEND_START_FAILED",
    cause: leader,
  });
}

/** Waits until the process has written who it is. Undefined: it never did. */
export async function leaderIn(folder: string, limitMs: number): Promise<DetachedLeader | undefined> {
  const file = join(folder, "who");
  for (const deadline = performance.now() + limitMs; !existsSync(file); await delay(5)) {
    if (!existsSync(folder) || performance.now() >= deadline) return undefined;
  }
  const [pid = "", start = "", boot = ""] = readFileSync(file, "utf8").split("\n");
  return { pid: Number(pid), startedAt: boot === "" ? start : (startTimeIn(start, boot) ?? "") };
}

function isLeader(value: unknown): value is DetachedLeader {
  return typeof value === "object" && value !== null && "startedAt" in value;
}

/** The folder above may lie where others can write: it has to be the owner's alone. */
function makeFolder(folder: string): void {
  const above = join(folder, "..");
  mkdirSync(above, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(above);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new HermesError(`${above} can be written by others; nothing was started.`, {
      code: "BACKEND_START_FAILED",
      hint: "Remove it, or choose another folder for temporary files.",
    });
  }
  mkdirSync(folder, { mode: 0o700 });
}
