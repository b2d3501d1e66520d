import type { ChildProcess } from "node:child_process";
import { lstatSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { HermesError } from "@hermes/registry";
import { startChild } from "./child.ts";
import type { Input, JailedProcess } from "./child.ts";
import type { JailLimits } from "./limits.ts";
import type { ControlGroup, ControlGroups } from "./control-group.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import type { Jail } from "./jail.ts";
import { limitArguments } from "./resource-limits.ts";
import { becomeUser, giveTo, newRunUser } from "./run-user.ts";
import { systemCallFilter } from "./system-call-filter.ts";

export interface BubblewrapOptions {
  /** Whether this process may become other users: runs then get a user of their own, whose processes can be counted. */
  readonly asRoot: boolean;
  readonly groups?: ControlGroups | undefined;
  /** What was found to be missing. */
  readonly gaps?: readonly string[] | undefined;
  readonly architecture?: string | undefined;
}

/** The scratch folder within the jail. */
const work = "/tmp/work";

/** A jail of namespaces: Linux with `bwrap`. */
export function bubblewrapJail(options: BubblewrapOptions): Jail {
  const { asRoot, groups, gaps = [], architecture = process.arch } = options;
  const filter = systemCallFilter(architecture);
  return {
    level: "jail",
    name: "bubblewrap",
    gaps: filter === undefined ? [...gaps, `System calls are not filtered on ${architecture}.`] : gaps,
    reserve(limits) {
      const opening = groups?.open(limits).catch(() => undefined);
      return {
        async enter(run) {
          const user = asRoot ? newRunUser() : undefined;
          const [group] = await Promise.all([
            opening,
            user === undefined ? undefined : giveTo(run.folder, user),
          ]);
          const hidden = inheritedDescriptors();
          const joining = group === undefined ? undefined : joinWhenStarted(group);
          const inputs = [...(filter === undefined ? [] : [filter]), ...(joining?.inputs ?? [])];
          const informed = filter === undefined ? 3 : 4;
          const entered: JailedProcess = {
            command: [
              "bwrap",
              ...namespaces(user),
              ...systemFolders(),
              ...scratchFolders(limits),
              ...outermost(run.readable).flatMap((path) => [...parentsOf(path), "--ro-bind-try", path, path]),
              ...["--ro-bind", run.folder, run.folder],
              // Whoever owns them could fill them, and they have no limit of their own; settings of the kernel obey root
              // also where root has lost all other rights.
              ...["--remount-ro", "/dev", "--remount-ro", "/proc", "--remount-ro", "/", "--chdir", work],
              ...(filter === undefined ? [] : ["--seccomp", "3"]),
              ...(joining === undefined
                ? []
                : ["--info-fd", String(informed), "--block-fd", String(informed + 1)]),
              "--",
              ...(user === undefined ? [] : becomeUser(user)),
              // A group that counts everything needs no limits beside it, and a program less is started.
              ...(group?.limited.memory === true && group.limited.processes
                ? []
                : limitArguments(limits, { processes: limits.maxProcesses, addresses: run.limitAddresses })),
              ...run.command,
            ],
            cwd: "/",
            inputs,
            hidden,
            started: (child) => joining?.started(child, informed),
          };
          return {
            ...entered,
            work,
            start: (env) => startChild(entered, env),
            async dispose() {
              await joining?.finished();
            },
          };
        },
        async release() {
          await (await opening)?.close();
        },
      };
    },
  };
}

interface Joining {
  readonly inputs: readonly Input[];
  started(child: ChildProcess, informed: number): void;
  finished(): Promise<void>;
}

/**
 * While bubblewrap builds the jail, its first process is put into the group. The command waits for that: it is let
 * loose by a byte on a second descriptor.
 */
function joinWhenStarted(group: ControlGroup): Joining {
  let letLoose: (bytes: Uint8Array) => void = () => undefined;
  const joined = new Promise<Uint8Array>((resolve) => (letLoose = resolve));
  let problem: unknown;
  return {
    inputs: [undefined, joined],
    started(child, informed) {
      joinAs(firstProcess(child.stdio[informed]), group).then(
        () => letLoose(Uint8Array.of(1)),
        (error: unknown) => {
          problem = error;
          child.kill("SIGKILL");
        },
      );
    },
    async finished() {
      letLoose(new Uint8Array());
      // Not waited for: the kernel may need a while to let go of the last process.
      group.close().catch(() => undefined);
      if (problem === undefined) return;
      throw new HermesError(
        "The limits of memory and processes could not be put on the run, so it was ended.",
        {
          code: "JAIL_LIMITS_FAILED",
          hint: "See the cause: it says what this machine does not offer.",
          cause: problem,
        },
      );
    },
  };
}

async function joinAs(pid: Promise<number | undefined>, group: ControlGroup): Promise<void> {
  const found = await pid;
  if (found !== undefined) await group.join(found);
}

/** @returns Undefined when bubblewrap ended before there was one. */
async function firstProcess(pipe: unknown): Promise<number | undefined> {
  if (!(pipe instanceof Readable)) return undefined;
  let text = "";
  for await (const chunk of pipe) text += String(chunk);
  const pid = /"child-pid"\s*:\s*(\d+)/.exec(text)?.[1];
  return pid === undefined ? undefined : Number(pid);
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
  "/etc/alternatives",
  "/etc/localtime",
  "/etc/mime.types",
];

/** The programs and libraries of the system, and the little of /etc that they need. */
function systemFolders(): readonly string[] {
  return [
    "--ro-bind",
    "/usr",
    "/usr",
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap(topFolder),
    ...systemSettings.filter(exists).flatMap((path) => [...parentsOf(path), "--ro-bind-try", path, path]),
    ...["--proc", "/proc", "--dev", "/dev"],
  ];
}

/** What can be written: it lives in memory, has a size, and is gone with the run. */
function scratchFolders({ fileMegabytes }: JailLimits): readonly string[] {
  const size = ["--perms", "1777", "--size", String(fileMegabytes * 1024 * 1024)];
  return [...size, "--tmpfs", "/tmp", ...size, "--tmpfs", "/dev/shm", "--perms", "1777", "--dir", work];
}

/** Without those that come with another one: each costs time. */
function outermost(paths: readonly string[]): readonly string[] {
  const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);
  return paths.filter(
    (path) => ![...paths, "/usr"].some((folder) => path === "/usr" || isBelow(path, folder)),
  );
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
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
