import { HermesError } from "@hermes/registry";
import { defaultImage } from "../builtins.ts";
import type { OpenBackendOptions } from "../builtins.ts";
import { findProgram } from "../find-program.ts";
import { clientEnvironment, createDockerBackend } from "./docker-backend.ts";
import { runDocker } from "./run-docker.ts";

export interface ListedNetworkProbe {
  /** What was tried, for `known` of the next time. Undefined where the image is not there. */
  readonly fingerprint: string | undefined;
  /** Why commands can't be given a list of hosts. Undefined: they can. */
  readonly reason: string | undefined;
}

const answerMs = 10_000;

/**
 * Tries whether containers can reach listed hosts and nothing else: a command in a container of its own, which is then removed. An
 * image that is missing is pulled.
 *
 * @param known A fingerprint under which it worked before: then nothing is started.
 * @throws {HermesError} When there is no client, no daemon or no image.
 */
export async function probeListedNetwork(
  options: OpenBackendOptions,
  known?: string,
): Promise<ListedNetworkProbe> {
  const before = await fingerprintOf(options);
  if (before !== undefined && before === known) return { fingerprint: before, reason: undefined };
  const { image = defaultImage, mountHostFolder: _folder, keepAs: _name, ...rest } = options;
  const backend = createDockerBackend({
    ...rest,
    image,
    listedNetwork: async () => async () => closedNetwork,
  });
  try {
    await backend.exec("true", { taskId: "probe" });
    return { fingerprint: before ?? (await fingerprintOf(options)), reason: undefined };
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "BACKEND_UNSUPPORTED") throw error;
    return { fingerprint: before, reason: error.message };
  } finally {
    await backend.dispose();
  }
}

const closedNetwork = {
  environment: () => ({}),
  accept: (connection: { destroy(): unknown }) => void connection.destroy(),
  allow: () => undefined,
  takeRefused: () => [],
  close: async () => undefined,
};

/** The image by its content, and what else decides about it. */
async function fingerprintOf(options: OpenBackendOptions): Promise<string | undefined> {
  const { env, binary, image = defaultImage, user, volumes, extraArgs } = options;
  const program = findProgram(binary === undefined ? ["docker", "podman"] : [binary], env);
  const client = { program, env: clientEnvironment(env, []) };
  const found = await runDocker(client, ["image", "inspect", "--format", "{{.Id}}", image], answerMs);
  if (found.exitCode !== 0) return undefined;
  return JSON.stringify([program, found.output.trim(), user, volumes, extraArgs]);
}
