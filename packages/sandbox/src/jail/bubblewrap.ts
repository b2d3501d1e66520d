import { randomInt } from "node:crypto";
import { chown, readdir } from "node:fs/promises";
import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ControlGroup } from "./control-group.ts";
import type { Jail, JailRun } from "./jail.ts";
import { limitArguments } from "./resource-limits.ts";
import { systemCallFilter } from "./system-call-filter.ts";

export interface BubblewrapOptions {
  /** Whether this process may become other users: runs then get a user of their own, whose processes can be counted. */
  readonly asRoot: boolean;
  /** Makes a control group for one run, where the system lets us. */
  readonly openGroup?: ((run: JailRun) => Promise<ControlGroup | undefined>) | undefined;
  readonly architecture?: string | undefined;
}

/** The scratch folder within the jail. */
const work = "/hermes-work";

/** A jail of namespaces: Linux with `bwrap`. */
export function bubblewrapJail({ asRoot, openGroup, architecture = process.arch }: BubblewrapOptions): Jail {
  const filter = systemCallFilter(architecture);
  return {
    level: "jail",
    name: "bubblewrap",
    gaps: filter === undefined ? [`System calls are not filtered on ${architecture}.`] : [],
    async enter(run) {
      const user = asRoot ? ownUser() : undefined;
      if (user !== undefined) await giveTo(run.folder, user);
      const group = await openGroup?.(run);
      return {
        command: [
          ...(group?.enter ?? []),
          "bwrap",
          ...namespaces(user),
          ...systemFolders(),
          ...run.readable.flatMap((path) => [...parentsOf(path), "--ro-bind-try", path, path]),
          ...["--ro-bind", run.folder, run.folder],
          ...["--perms", "1777", "--size", String(run.limits.fileMegabytes * 1024 * 1024), "--tmpfs", work],
          ...["--chdir", work],
          ...(filter === undefined ? [] : ["--seccomp", "3"]),
          "--",
          ...(user === undefined ? [] : becomeUser(user)),
          ...limitArguments(run),
          ...run.command,
        ],
        work,
        cwd: "/",
        inputs: filter === undefined ? [] : [filter],
        dispose: async () => await group?.close(),
      };
    },
  };
}

function namespaces(user: number | undefined): readonly string[] {
  const shared = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  const rights = ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"];
  // A user of its own is entered from outside the user namespace: inside of one there is nobody else to become.
  return user === undefined
    ? ["--unshare-user", ...shared, ...rights]
    : [...shared, ...rights, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"];
}

/** What programs read of /etc to start; nothing in it is about the person. */
const systemSettings: readonly string[] = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/ssl/openssl.cnf",
  "/etc/ssl/certs",
];

/** The programs and libraries of the system, and the little of /etc that they need. */
function systemFolders(): readonly string[] {
  return [
    "--ro-bind",
    "/usr",
    "/usr",
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap(topFolder),
    ...systemSettings.flatMap((path) => [...parentsOf(path), "--ro-bind-try", path, path]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"],
  ];
}

function topFolder(path: string): readonly string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

/** Folders on the way to a path: made by themselves, they would be closed to the run's own user. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) parents.unshift("--dir", folder);
  return parents;
}

/** One that nobody else has: far above those of people and services. */
function ownUser(): number {
  return randomInt(200_000_000, 200_100_000);
}

function becomeUser(user: number): readonly string[] {
  return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--no-new-privs", "--"];
}

async function giveTo(folder: string, user: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(
    [folder, ...entries.map((name) => join(folder, name))].map((path) => chown(path, user, user)),
  );
}
