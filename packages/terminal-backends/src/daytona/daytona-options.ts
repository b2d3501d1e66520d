import type { Environment } from "@hermes/registry";
import type { ContainerLimits } from "../docker/container-flags.ts";

export interface DaytonaBackendOptions {
  /** The environment of this process: `DAYTONA_API_KEY`, `DAYTONA_API_URL`, `DAYTONA_TARGET`; and what is forwarded. */
  readonly env: Environment;
  /** Image of a registry; it is built into a sandbox on its first use. @default the snapshot of Daytona */
  readonly image?: string | undefined;
  /** Folder there that tasks start in; made when it is missing. @default that of the sandbox */
  readonly cwd?: string | undefined;
  /** Keeps the sandbox: whoever gives the same name and settings gets it again, with its files. Undefined: removed at the end. */
  readonly keepAs?: string | undefined;
  /** Names of variables whose values commands get; also secrets. Nothing else of `env` goes there. */
  readonly forwardEnv?: readonly string[] | undefined;
  /** Used with `image` alone: a snapshot brings its own. At most 10 GB of disk. */
  readonly limits?: Pick<ContainerLimits, "cpus" | "memoryMb" | "diskMb"> | undefined;
  /** Whether commands reach the internet. @default true */
  readonly hasNetwork?: boolean | undefined;
  /** Minutes without a call after which the service stops the sandbox. 0: never. @default 60 */
  readonly idleMinutes?: number | undefined;
  /** Address of the service. @default `DAYTONA_API_URL`, else that of Daytona */
  readonly apiUrl?: string | undefined;
}
