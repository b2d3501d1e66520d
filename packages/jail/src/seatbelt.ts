import { realpathSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { startChild } from "./child.ts";
import type { JailedProcess } from "./child.ts";
import type { JailLimits } from "./limits.ts";
import type { Jail, JailRun } from "./jail.ts";

/** A jail of macOS: a profile that the kernel holds every process of the run to. */
export function seatbeltJail(): Jail {
  return {
    level: "jail",
    name: "seatbelt",
    gaps: [
      "Memory is limited by the interpreter only, processes by the number that you may have.",
      "Code can see that other programs run, and a run may outlive this program when that is killed.",
    ],
    reserve: (limits) => ({
      async enter(run) {
        const work = join(await realpath(run.folder), "work");
        await mkdir(work);
        const entered: JailedProcess = {
          command: [
            "sandbox-exec",
            "-p",
            seatbeltProfile(run, work),
            ...limitsOfShell(limits),
            ...run.command,
          ],
          cwd: work,
          inputs: [],
          hidden: [],
        };
        return { ...entered, work, start: (env) => startChild(entered, env), dispose: async () => {} };
      },
      release: async () => {},
    }),
  };
}

/**
 * What may be done; everything else is refused.
 *
 * @param work The scratch folder, without links on its way: the kernel compares real paths.
 * @see https://reverse.put.as/wp-content/uploads/2011/09/Apple-Sandbox-Guide-v1.0.pdf
 */
export function seatbeltProfile(
  { folder, readable }: Pick<JailRun, "folder" | "readable">,
  work: string,
): string {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path; // The system's folders of another system.
    }
  };
  const read = [...new Set([...systemFolders, ...readable, ...readable.map(real), real(folder)])];
  const socket = quote(join(real(folder), "tools.sock"));
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork)",
    `(allow process-exec ${read.map(subpath).join(" ")})`,
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    // Names and kinds of files, which interpreters look up on the way to a path; not what is in them.
    "(allow file-read-metadata)",
    '(allow file-read* (literal "/"))',
    `(allow file-read* ${read.map(subpath).join(" ")})`,
    `(allow file-read* file-write-data ${devices.map((path) => `(literal ${quote(path)})`).join(" ")})`,
    `(allow file-read* file-write* ${subpath(work)})`,
    // Links to what lies outside would let others read through the folder later.
    `(deny file-link ${subpath(work)})`,
    "(allow ipc-posix-sem)",
    `(allow network-outbound (remote unix-socket (path-literal ${socket})))`,
    "",
  ].join("\n");
}

const systemFolders: readonly string[] = [
  "/System/Library",
  "/System/Cryptexes",
  "/usr/lib",
  "/usr/bin",
  "/usr/share",
  "/bin",
  "/private/var/db/timezone",
  "/private/var/db/dyld",
];

const devices: readonly string[] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

function subpath(path: string): string {
  return `(subpath ${quote(path)})`;
}

/** A text of the profile's language: quotes and backslashes would end it. */
export function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** macOS has no prlimit; its shell sets what it can, and is then replaced by the command. */
function limitsOfShell({ fileMegabytes }: JailLimits): readonly string[] {
  const blocks = fileMegabytes * 2048;
  return ["/bin/sh", "-c", `ulimit -c 0; ulimit -f ${blocks}; exec "$@"`, "sh"];
}
