import type { Environment } from "@hermes/registry";
import type { ContainerLimits } from "../docker/container-flags.ts";

export interface ModalBackendOptions {
  /**
   * The environment of this process: `MODAL_TOKEN_ID`, `MODAL_TOKEN_SECRET`, `MODAL_ENVIRONMENT`; and what is forwarded.
   * Without a token the kit takes that of `~/.modal.toml`.
   */
  readonly env: Environment;
  /** Image of a registry, with a POSIX `sh`; it is built on its first use. */
  readonly image: string;
  /** Folder there that tasks start in; made when it is missing. @default that of the image */
  readonly cwd?: string | undefined;
  /**
   * Leaves the sandbox running: whoever gives the same name and settings gets it again until it has been idle for
   * `idleMinutes` or has reached its lifetime. Its files go with it. Undefined: removed at the end.
   */
  readonly keepAs?: string | undefined;
  /** Names of variables whose values commands get; also secrets. Nothing else of `env` goes there. */
  readonly forwardEnv?: readonly string[] | undefined;
  readonly limits?: Pick<ContainerLimits, "cpus" | "memoryMb"> | undefined;
  /** Whether commands reach the internet. @default true */
  readonly hasNetwork?: boolean | undefined;
  /** Longest life of a sandbox. @default one hour */
  readonly lifetimeMs?: number | undefined;
  /** Time without a command after which the service ends a sandbox that is kept. @default 20 */
  readonly idleMinutes?: number | undefined;
}
