import { isAbsolute } from "node:path";
import { HermesError } from "@hermes/registry";
import type { BackendMount } from "../backend.ts";

export interface ContainerLimits {
  /** @default 1 */
  readonly cpus?: number | undefined;
  /** @default 5120 */
  readonly memoryMb?: number | undefined;
  /** Processes and threads. @default 512 */
  readonly processes?: number | undefined;
  /** Largest size of the container's own files; only where the storage of the daemon can limit it. */
  readonly diskMb?: number | undefined;
}

export interface ContainerSettings {
  readonly image: string;
  /** `none`, `bridge`, or the name of a network. */
  readonly network: string;
  readonly limits: ContainerLimits;
  readonly mounts: readonly BackendMount[];
  /** Places within them that can only be read, and the folders on the way there. */
  readonly closed?: readonly BackendMount[] | undefined;
  /** `uid:gid` or a name. Undefined: what the image says. */
  readonly user: string | undefined;
  readonly extraArgs: readonly string[];
}

/** Where the person's folder is mounted, and where commands start otherwise. */
export const workFolder = "/workspace";

/**
 * What a container keeps of root's powers, for package managers and for ending processes of other users: to own and
 * write any of its files, and to become another user.
 */
const capabilities = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID"];

/** Arguments of `docker run` that fence a container in. */
export function containerFlags(settings: ContainerSettings): readonly string[] {
  const { network, mounts, closed = [], user, extraArgs } = settings;
  const { cpus = 1, memoryMb = 5_120, processes = 512, diskMb } = settings.limits;
  return [
    "--cap-drop=ALL",
    ...capabilities.map((name) => `--cap-add=${name}`),
    "--security-opt=no-new-privileges",
    `--pids-limit=${processes}`,
    `--cpus=${cpus}`,
    `--memory=${memoryMb}m`,
    // Without it as much again could be swapped.
    `--memory-swap=${memoryMb}m`,
    ...(diskMb === undefined ? [] : [`--storage-opt=size=${diskMb}m`]),
    `--network=${network}`,
    `--workdir=${workFolder}`,
    ...[...mounts, ...closed].map(
      ({ host, inside, writable }) => `--volume=${host}:${inside}:${writable ? "rw" : "ro"}`,
    ),
    ...(user === undefined ? [] : [`--user=${user}`]),
    ...extraArgs,
  ];
}

/**
 * Reads `host:inside` or `host:inside:ro`.
 *
 * @throws {HermesError} `BACKEND_OPTION_INVALID`.
 */
export function parseVolume(text: string): BackendMount {
  const [host = "", inside = "", mode = "rw", ...more] = text.split(":");
  const modes = mode.split(",");
  // A name without a slash is a volume of the daemon.
  const isHost = isAbsolute(host) || /^[A-Za-z0-9][\w.-]*$/.test(host);
  if (
    !isHost ||
    !inside.startsWith("/") ||
    more.length > 0 ||
    !modes.some((each) => /^(ro|rw)$/.test(each))
  ) {
    throw new HermesError(`"${text}" is not a volume.`, {
      code: "BACKEND_OPTION_INVALID",
      hint: "Write /folder/here:/folder/inside, with :ro behind it when it is only to be read.",
    });
  }
  return { host, inside, writable: !modes.includes("ro") };
}
