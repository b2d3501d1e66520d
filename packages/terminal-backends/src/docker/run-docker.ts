import { HermesError } from "@hermes/registry";
import { runClient } from "../remote/run-client.ts";

export interface DockerResult {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

export interface DockerClient {
  /** Absolute path of docker or podman. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the client to its end. Does not throw for what the client says. */
export async function runDocker(
  { program, env }: DockerClient,
  args: readonly string[],
  timeoutMs = 60_000,
): Promise<DockerResult> {
  const { exitCode, stdout, errors } = await runClient(program, args, { env, timeoutMs });
  return { exitCode, output: stdout, errors };
}

/** What a client says about its daemon and images, as an error with a way out. */
export function dockerFailure(doing: string, errors: string): HermesError {
  const known = hints.find(({ pattern }) => pattern.test(errors));
  return new HermesError(`${doing}: ${errors.trim() || "no reason given"}`, {
    code: "BACKEND_UNREACHABLE",
    hint: known?.hint,
  });
}

const hints: readonly { readonly pattern: RegExp; readonly hint: string }[] = [
  {
    pattern: /permission denied.*(socket|daemon|connect)|connect: permission denied/i,
    hint: "Join the group docker, or use podman (terminal.docker_binary).",
  },
  {
    pattern:
      /cannot connect|connection refused|is the docker daemon running|no such host|error during connect/i,
    hint: "Start the daemon (systemctl start docker), or point DOCKER_HOST to one.",
  },
  {
    pattern: /no such image|unable to find image|pull access denied|manifest unknown|not found: manifest/i,
    hint: "Name an image that is there or can be pulled in terminal.docker_image.",
  },
  {
    pattern: /storage-opt|--storage-opt is supported only/i,
    hint: "This daemon can't limit the disk: leave out terminal.container_disk.",
  },
  {
    pattern: /"?sh"?: executable file not found|no such file or directory: unknown/i,
    hint: "The image needs a POSIX sh, such as that of busybox.",
  },
];
