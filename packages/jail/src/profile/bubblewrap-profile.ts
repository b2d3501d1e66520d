import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { inheritedDescriptors } from "../inherited-descriptors.ts";
import { systemCallFilter } from "../system-call-filter.ts";
import { bubblewrapMounts } from "./bubblewrap-mounts.ts";
import type { ProfileJail } from "./profile-jail.ts";

export interface BubblewrapProfilesOptions {
  /** Whether this process may make namespaces without one for users. */
  readonly asRoot: boolean;
  /** Whether `env` can give signals back to a command; see `launch`. */
  readonly resetsSignals: boolean;
  readonly architecture?: string | undefined;
}

/** Calls that debuggers need. They reach the processes of the same jail only, as it shows no others. */
const debugging: readonly string[] = [
  "ptrace",
  "process_vm_readv",
  "process_vm_writev",
  "personality",
  "kcmp",
];

/**
 * What root does to files and to its own processes, which programs started by root expect: to unpack files of others, to work
 * in a project that belongs to somebody else, to become another user. Mounts hold root too, so these open nothing.
 */
const rootPowers: readonly string[] = [
  "CAP_CHOWN",
  "CAP_DAC_OVERRIDE",
  "CAP_FOWNER",
  "CAP_FSETID",
  "CAP_KILL",
  "CAP_NET_BIND_SERVICE",
  "CAP_SETGID",
  "CAP_SETUID",
];

/** Jails of namespaces around any command: Linux with `bwrap`. Close it. */
export function bubblewrapProfiles(options: BubblewrapProfilesOptions): ProfileJail {
  const { asRoot, resetsSignals, architecture = process.arch } = options;
  const bytes = systemCallFilter(architecture, { allowed: debugging });
  const filter = bytes === undefined ? undefined : openUnnamed(bytes);
  return {
    name: "bubblewrap",
    gaps: [
      ...(bytes === undefined ? [`System calls are not filtered on ${architecture}.`] : []),
      ...(resetsSignals
        ? []
        : ["A signal to the process group ends the command at once: env can't reset signals here."]),
      ...(asRoot
        ? [
            "A command is root with the powers over files: it can change the mode of devices such as /dev/null.",
          ]
        : []),
    ],
    enter(profile, command, { outlivesParent = false } = {}) {
      const mounts = bubblewrapMounts(profile);
      const jail = [
        ...(asRoot ? [] : ["--unshare-user"]),
        ...["--unshare-pid", "--unshare-ipc", "--unshare-cgroup-try", "--cap-drop", "ALL"],
        ...(asRoot ? rootPowers.flatMap((power) => ["--cap-add", power]) : []),
        ...(profile.network === "none" ? ["--unshare-net"] : []),
        ...(outlivesParent ? [] : ["--die-with-parent"]),
        // The filter refuses typing into the terminal. Without it, the command gets no terminal to type into.
        ...(filter === undefined ? ["--new-session"] : ["--seccomp", "9"]),
        ...mounts.arguments,
        "--",
        ...mounts.check,
        ...(resetsSignals ? withSignals(command) : command),
      ];
      return launch(jail, { filter, ignoresSignals: resetsSignals });
    },
    close() {
      if (filter !== undefined) closeSync(filter);
    },
  };
}

const signals: readonly string[] = ["HUP", "INT", "QUIT", "TERM"];

/** A command that gets back the signals that `launch` has bubblewrap ignore. */
function withSignals(command: readonly string[]): readonly string[] {
  const [program = ""] = command;
  // What has an equals sign would be a variable for env.
  const plain = program.includes("=") ? ["/bin/sh", "-c", 'exec "$@"', "sh", ...command] : command;
  return ["env", `--default-signal=${signals.join(",")}`, ...plain];
}

interface LaunchOptions {
  /** Descriptor of this process. */
  readonly filter: number | undefined;
  readonly ignoresSignals: boolean;
}

/**
 * The shell opens what bubblewrap reads and closes what nobody may inherit, so that the command line is all it takes, also
 * for whoever can't pass descriptors, such as a terminal. Signals to the group are meant for the command: bubblewrap
 * ignores them, and the command does not, for it gets them back from `env`.
 */
function launch(args: readonly string[], { filter, ignoresSignals }: LaunchOptions): readonly string[] {
  const inherited = inheritedDescriptors().filter((descriptor) => filter === undefined || descriptor !== 9);
  const line = [
    ...(ignoresSignals ? [`trap '' ${signals.join(" ")};`] : []),
    'exec bwrap "$@"',
    ...(filter === undefined ? [] : ['9<"$0"']),
    ...inherited.map((descriptor) => `${descriptor}<&-`),
  ].join(" ");
  return [...shellThatCloses(inherited), "-c", line, `/proc/${process.pid}/fd/${filter ?? 0}`, ...args];
}

/** Small shells know descriptors of one digit only. */
function shellThatCloses(descriptors: readonly number[]): readonly string[] {
  if (descriptors.every((descriptor) => descriptor < 10)) return ["/bin/sh"];
  const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path));
  // Where its input is a socket, as the pipes of Node are, it would take that for a remote login and read start-up files.
  if (bash !== undefined) return [bash, "--norc"];
  throw new HermesError(
    `This program was started with open files (descriptors ${descriptors.join(", ")}) that a jailed command would inherit.`,
    { code: "JAIL_DESCRIPTOR_OPEN", hint: "Install bash, which can close them, or start it without them." },
  );
}

/** A file that is on no disk any more: each start opens it anew, from its beginning. */
function openUnnamed(bytes: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), "hermes-jail-"));
  try {
    const path = join(folder, "filter");
    writeFileSync(path, bytes, { mode: 0o400 });
    return openSync(path, "r");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
