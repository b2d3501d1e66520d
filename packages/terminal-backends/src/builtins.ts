import type { Environment } from "@hermes/registry";
import type { Backend } from "./backend.ts";
import type { ListedNetwork, LocalWall } from "./local/local-wall.ts";
import type { AskSudoPassword } from "./local/sudo-askpass.ts";
import type { ContainerLimits } from "./docker/container-flags.ts";

/** Where commands can run. */
export type BackendKind = "local" | "docker" | "ssh" | "singularity" | "modal" | "daytona" | "vercel-sandbox";

/** What a backend is opened with; each takes what concerns it. */
export interface OpenBackendOptions {
  /** The folder that the person works in, on this machine. */
  readonly hostFolder: string;
  /** The environment of this process. */
  readonly env: Environment;
  /** Folder there that tasks start in. Undefined: that of the backend. */
  readonly cwd?: string | undefined;
  /** Variables that commands get beside the harmless ones (local) or beside the place's own (docker). */
  readonly passThrough?: readonly string[] | undefined;
  /** local: what processes need that outlive the program. */
  readonly keepFolder?: string | undefined;
  /** local: puts commands behind a wall. */
  readonly wall?: LocalWall | undefined;
  /** local: asks the person for the password of sudo. */
  readonly askSudoPassword?: AskSudoPassword | undefined;
  readonly image?: string | undefined;
  /** docker: docker or podman. */
  readonly binary?: string | undefined;
  /** docker, singularity: mounts `hostFolder` at `/workspace`. */
  readonly mountHostFolder?: boolean | undefined;
  /** docker: places below `hostFolder` that can only be read where it is mounted; those that don't exist are passed over. */
  readonly protectedPaths?: readonly string[] | undefined;
  readonly volumes?: readonly string[] | undefined;
  readonly forwardEnv?: readonly string[] | undefined;
  /** docker: the container is kept under this name; in the cloud: the sandbox. */
  readonly keepAs?: string | undefined;
  readonly network?: string | undefined;
  /** docker: asked before the first command; what it gives comes instead of `network`. */
  readonly listedNetwork?: ListedNetwork | undefined;
  readonly limits?: ContainerLimits | undefined;
  readonly user?: string | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly ssh?:
    | {
        readonly host: string;
        readonly user?: string | undefined;
        readonly port?: number | undefined;
        readonly keyFile?: string | undefined;
        readonly hostKeys?: "strict" | "accept-new" | undefined;
        readonly knownHostsFile?: string | undefined;
      }
    | undefined;
}

type Opener = (options: OpenBackendOptions) => Promise<Backend>;

/** Every backend that comes with the package. Each is loaded when it is opened. */
const openers: Readonly<Record<BackendKind, Opener>> = {
  local: async ({ hostFolder, cwd = hostFolder, env, passThrough, keepFolder, wall, askSudoPassword }) => {
    const { createLocalBackend } = await import("./local/local-backend.ts");
    return createLocalBackend({ cwd, env, passThrough, keepFolder, wall, askSudoPassword });
  },
  docker: async (options) => {
    const { createDockerBackend } = await import("./docker/docker-backend.ts");
    return createDockerBackend({ ...options, ...containerOptions(options) });
  },
  singularity: async (options) => {
    const { createSingularityBackend } = await import("./singularity/singularity-backend.ts");
    const { limits = {} } = options;
    const image = options.image ?? `docker://${defaultImage}`;
    const container = { ...options, ...containerOptions(options), ...limits, image };
    // The name of the client is that of docker's.
    return createSingularityBackend({ ...container, binary: undefined });
  },
  ssh: async ({ ssh, env, cwd }) => {
    const { createSshBackend } = await import("./ssh/ssh-backend.ts");
    if (ssh === undefined) throw await missingOption("ssh needs a host", "terminal.ssh_host");
    return createSshBackend({ ...ssh, env, cwd });
  },
  modal: async (options) => {
    const { createModalBackend } = await import("./modal/modal-backend.ts");
    return createModalBackend({ ...cloudOptions(options), image: options.image ?? defaultImage });
  },
  daytona: async (options) => {
    const { createDaytonaBackend } = await import("./daytona/daytona-backend.ts");
    return createDaytonaBackend(cloudOptions(options));
  },
  "vercel-sandbox": async (options) => {
    const { createVercelBackend } = await import("./vercel/vercel-backend.ts");
    return createVercelBackend(cloudOptions(options));
  },
};

/** The names of the backends, for settings and messages. */
export const backendKinds: readonly BackendKind[] = [
  "local",
  "docker",
  "ssh",
  "singularity",
  "modal",
  "daytona",
  "vercel-sandbox",
];

/**
 * Opens a backend by its name. What is missing is refused; commands never run on this machine instead.
 *
 * @throws {HermesError} `BACKEND_OPTION_INVALID`, `BACKEND_PROGRAM_MISSING`, `BACKEND_UNSUPPORTED`.
 */
export async function openBackend(kind: string, options: OpenBackendOptions): Promise<Backend> {
  const known = backendKinds.find((name) => name === kind);
  if (known !== undefined) return await openers[known](options);
  const { HermesError } = await import("@hermes/registry");
  throw new HermesError(`There is no backend "${kind}".`, {
    code: "BACKEND_OPTION_INVALID",
    hint: `Commands can run in: ${backendKinds.join(", ")}.`,
  });
}

/** Debian with Python: a shell, package managers, and what most tasks begin with. */
export const defaultImage = "python:3.13-slim";

function containerOptions({ image, mountHostFolder, hostFolder }: OpenBackendOptions): {
  readonly image: string;
  readonly mountFolder: string | undefined;
} {
  return { image: image ?? defaultImage, mountFolder: mountHostFolder === true ? hostFolder : undefined };
}

/** What the services have in common. The size of a sandbox of Vercel is left to Vercel, which knows a few alone. */
function cloudOptions({ env, image, cwd, keepAs, forwardEnv, limits, network }: OpenBackendOptions) {
  return { env, image, cwd, keepAs, forwardEnv, limits, hasNetwork: network !== "none" };
}

async function missingOption(what: string, setting: string): Promise<Error> {
  const { HermesError } = await import("@hermes/registry");
  return new HermesError(`The backend ${what}.`, {
    code: "BACKEND_OPTION_INVALID",
    hint: `Set ${setting}.`,
  });
}
