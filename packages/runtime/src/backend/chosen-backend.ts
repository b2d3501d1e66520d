import type { Settings } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import type { OpenBackendOptions } from "@hermes/terminal-backends";
import { join } from "node:path";
import type { RuntimeFlags } from "../runtime.ts";

/** Where the commands of a runtime run, as flags and settings say. */
export interface ChosenBackend {
  /** Not yet checked: a name that is unknown is refused where it is opened. */
  readonly kind: string;
  readonly options: OpenBackendOptions;
}

export interface ChooseBackendOptions {
  readonly flags: RuntimeFlags;
  readonly settings: Settings;
  /** Folder of the person on this machine; absolute. */
  readonly hostFolder: string;
  /** Of Hermes. */
  readonly home: string;
  readonly env: Environment;
}

/** The name of the chosen backend. */
export function chosenBackendKind(flags: RuntimeFlags, settings: Settings): string {
  return flags.backend ?? settings.terminal.backend;
}

/** What the chosen backend is opened with. */
export function chooseBackend(options: ChooseBackendOptions): ChosenBackend {
  const { flags, settings, hostFolder, home, env } = options;
  const { terminal } = settings;
  const kind = chosenBackendKind(flags, settings);
  const { ssh_host: host } = terminal;
  return {
    kind,
    options: {
      hostFolder,
      env,
      cwd: folderThere(kind, settings),
      passThrough: terminal.env_passthrough,
      keepFolder: join(home, "processes"),
      image: imageOf(kind, settings),
      binary: terminal.docker_binary,
      mountHostFolder: terminal.docker_mount_cwd_to_workspace,
      volumes: terminal.docker_volumes,
      forwardEnv: terminal.docker_forward_env,
      // Two homes on one machine don't share what was installed for one of them.
      keepAs: terminal.container_persistent ? home : undefined,
      network: networkOf(settings),
      limits: {
        cpus: terminal.container_cpu,
        memoryMb: terminal.container_memory,
        diskMb: terminal.container_disk,
      },
      user: terminal.docker_run_as_host_user ? hostUser() : undefined,
      extraArgs: terminal.docker_extra_args,
      ssh:
        host === undefined
          ? undefined
          : {
              host,
              user: terminal.ssh_user,
              port: terminal.ssh_port,
              keyFile: terminal.ssh_key,
              hostKeys: terminal.ssh_host_keys,
              knownHostsFile: terminal.ssh_known_hosts,
            },
    },
  };
}

/** Undefined: a list of hosts where it can be had. Who wants commands on this machine to reach everything is not held to one. */
function networkOf({ terminal }: Settings): string | undefined {
  const isOpen = terminal.network === "host" || terminal.wall === "open";
  return terminal.docker_network ?? (isOpen ? "bridge" : undefined);
}

function imageOf(kind: string, { terminal }: Settings): string | undefined {
  const images: Readonly<Record<string, string | undefined>> = {
    singularity: terminal.singularity_image,
    modal: terminal.modal_image,
    daytona: terminal.daytona_image,
    "vercel-sandbox": terminal.vercel_image,
  };
  return kind in images ? images[kind] : terminal.docker_image;
}

/**
 * The folder to start in elsewhere. A setting that was made for another backend means nothing there, and neither does
 * a folder of this machine in a container.
 */
function folderThere(kind: string, { terminal }: Settings): string | undefined {
  const { cwd, backend } = terminal;
  if (kind === "local" || cwd === undefined || kind !== backend) return undefined;
  const isContainer = kind !== "ssh";
  if (isContainer && terminal.docker_mount_cwd_to_workspace) return undefined;
  return isContainer && /^(~|\/home\/|\/Users\/|[A-Za-z]:[\\/])/.test(cwd) ? undefined : cwd;
}

function hostUser(): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : `${user}:${group}`;
}
