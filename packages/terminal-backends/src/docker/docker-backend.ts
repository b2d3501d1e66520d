import { createHash } from "node:crypto";
import type { Environment } from "@hermes/registry";
import type { Backend, BackendMount } from "../backend.ts";
import { childEnvironment } from "../child-environment.ts";
import { findProgram } from "../find-program.ts";
import type { ListedNetwork } from "../local/local-wall.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import { parseVolume, workFolder } from "./container-flags.ts";
import type { ContainerLimits, ContainerSettings } from "./container-flags.ts";
import { containerCleanup, DockerTransport } from "./docker-transport.ts";
import { protectedMounts } from "./protected-mounts.ts";
import type { DockerClient } from "./run-docker.ts";

export interface DockerBackendOptions {
  /** Needs a POSIX `sh`; that of busybox will do. */
  readonly image: string;
  /** The environment of this process: for the client (`PATH`, `DOCKER_HOST`, …) and for what is forwarded. */
  readonly env: Environment;
  /** Name or path of docker or podman. @default docker on the `PATH`, else podman */
  readonly binary?: string | undefined;
  /** Folder in the container that tasks start in; made when it is missing. @default `/workspace` */
  readonly cwd?: string | undefined;
  /** Folder of this machine that is mounted at `/workspace`, for reading and writing. */
  readonly mountFolder?: string | undefined;
  /** Files and folders below `mountFolder`, absolute, that can only be read; those that don't exist are passed over. */
  readonly protectedPaths?: readonly string[] | undefined;
  /** `host:inside` or `host:inside:ro`. */
  readonly volumes?: readonly string[] | undefined;
  /**
   * Keeps the container: whoever gives the same name and the same settings gets the same container, with everything
   * that was installed there. It is stopped when nobody uses it. Undefined: one of its own, removed at the end.
   */
  readonly keepAs?: string | undefined;
  /** Names of variables whose values commands get; also secrets. Nothing else of `env` reaches the container. */
  readonly forwardEnv?: readonly string[] | undefined;
  /** `none`, `bridge`, or the name of a network. @default `bridge` */
  readonly network?: string | undefined;
  /**
   * Gives each task a network by list, through a proxy of this program, instead of `network`; the image needs perl or python3.
   * Asked once, before the first command.
   */
  readonly listedNetwork?: ListedNetwork | undefined;
  readonly limits?: ContainerLimits | undefined;
  /** `uid:gid` or a name. @default what the image says */
  readonly user?: string | undefined;
  /** Further arguments of `docker run`; they can undo what fences the container in. */
  readonly extraArgs?: readonly string[] | undefined;
}

/**
 * Runs commands in a container of Docker or Podman, fenced in: no capabilities but those of package managers, no new
 * privileges, limits for processor, memory and processes, nothing of this machine but what is mounted.
 *
 * When the container vanishes, the next command gets a new one and says so in `notice`.
 *
 * @throws {HermesError} `BACKEND_PROGRAM_MISSING`, `BACKEND_OPTION_INVALID`.
 */
export function createDockerBackend(options: DockerBackendOptions): Backend {
  const { env, forwardEnv = [], keepAs, cwd = workFolder } = options;
  const client: DockerClient = {
    program: findProgram(options.binary === undefined ? ["docker", "podman"] : [options.binary], env),
    env: clientEnvironment(env, forwardEnv),
  };
  const { listedNetwork } = options;
  let asked: ReturnType<ListedNetwork> | undefined;
  const openNetwork = listedNetwork && (() => (asked ??= listedNetwork()));
  const mounts = mountsOf(options);
  const transport = new DockerTransport({
    client,
    async settle() {
      // With a list the container itself reaches nobody, not even names and this machine.
      const isListed = (await openNetwork?.()) !== undefined;
      const container = containerSettings(options, mounts, isListed ? "none" : options.network);
      return {
        container,
        keepAs: keepAs === undefined ? undefined : `hermes-${fingerprint([keepAs, container])}`,
      };
    },
    forwarded: forwardEnv.filter((name) => env[name] !== undefined),
  });
  return createRemoteBackend({
    kind: "docker",
    capabilities: { pty: true, isolated: true, reattach: false },
    transport,
    cwd,
    mounts,
    forwarded: forwardEnv,
    listedNetwork: openNetwork,
    cleanup: containerCleanup,
  });
}

function mountsOf({ mountFolder, volumes = [] }: DockerBackendOptions): readonly BackendMount[] {
  const mounted =
    mountFolder === undefined ? [] : [{ host: mountFolder, inside: workFolder, writable: true }];
  return [...mounted, ...volumes.map(parseVolume)];
}

function containerSettings(
  { image, limits = {}, mountFolder, protectedPaths = [], user, extraArgs = [] }: DockerBackendOptions,
  mounts: readonly BackendMount[],
  network = "bridge",
): ContainerSettings {
  const closed = mountFolder === undefined ? [] : protectedMounts(mountFolder, workFolder, protectedPaths);
  const settings = { image, network, limits, mounts, user, extraArgs };
  return closed.length === 0 ? settings : { ...settings, closed };
}

/** The client needs more than commands do, and gets the values that it forwards. */
export function clientEnvironment(env: Environment, forwarded: readonly string[]): Record<string, string> {
  const names = ["DOCKER_CONFIG", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY", "CONTAINER_HOST", ...forwarded];
  return childEnvironment(env, { passThrough: names, isSecretName: () => false });
}

function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
