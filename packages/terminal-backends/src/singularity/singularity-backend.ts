import type { Environment } from "@hermes/registry";
import type { Backend } from "../backend.ts";
import { childEnvironment } from "../child-environment.ts";
import { findProgram } from "../find-program.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import { parseVolume } from "../docker/container-flags.ts";
import { SingularityTransport } from "./singularity-transport.ts";

export interface SingularityBackendOptions {
  /** A file, a folder, or an address such as `docker://alpine`. Needs a POSIX `sh`. */
  readonly image: string;
  /** The environment of this process, for the client. Nothing of it reaches the instance. */
  readonly env: Environment;
  /** Name or path. @default apptainer on the `PATH`, else singularity */
  readonly binary?: string | undefined;
  /** Folder in the instance that tasks start in; made when it is missing. @default `/tmp` */
  readonly cwd?: string | undefined;
  /** Folder of this machine that is mounted at `/workspace`, for reading and writing. */
  readonly mountFolder?: string | undefined;
  /** `host:inside` or `host:inside:ro`. */
  readonly volumes?: readonly string[] | undefined;
  /** A folder or image that keeps what is written in the instance. Undefined: nothing is kept. */
  readonly overlay?: string | undefined;
  readonly cpus?: number | undefined;
  readonly memoryMb?: number | undefined;
  /** Shell code that the instance runs when the program that opened it is gone. @default ends its first process */
  readonly cleanup?: string | undefined;
}

/**
 * Runs commands in an instance of Apptainer or Singularity with namespaces of its own and neither the home folder nor
 * the environment of this machine. The instance is stopped by `dispose`.
 *
 * @throws {HermesError} `BACKEND_PROGRAM_MISSING`, `BACKEND_OPTION_INVALID`.
 */
export function createSingularityBackend(options: SingularityBackendOptions): Backend {
  const { image, env, binary, mountFolder, volumes = [], overlay, cpus, memoryMb } = options;
  const mounted =
    mountFolder === undefined ? [] : [{ host: mountFolder, inside: "/workspace", writable: true }];
  const mounts = [...mounted, ...volumes.map(parseVolume)];
  const flags = [
    "--containall",
    "--no-home",
    ...(overlay === undefined ? ["--writable-tmpfs"] : ["--overlay", overlay]),
    ...(cpus === undefined ? [] : ["--cpus", String(cpus)]),
    ...(memoryMb === undefined ? [] : ["--memory", `${memoryMb}M`]),
    ...mounts.flatMap(({ host, inside, writable }) => [
      "--bind",
      `${host}:${inside}:${writable ? "rw" : "ro"}`,
    ]),
  ];
  const program = findProgram(binary === undefined ? ["apptainer", "singularity"] : [binary], env);
  return createRemoteBackend({
    kind: "singularity",
    capabilities: { pty: true, isolated: true, reattach: false },
    transport: new SingularityTransport({ program, env: childEnvironment(env), image, flags }),
    cwd: options.cwd ?? (mountFolder === undefined ? "/tmp" : "/workspace"),
    mounts,
    cleanup: options.cleanup ?? "kill -TERM 1",
  });
}
