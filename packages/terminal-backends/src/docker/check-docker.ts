import { defaultImage } from "../builtins.ts";
import type { OpenBackendOptions } from "../builtins.ts";
import type { BackendFinding } from "../backend-finding.ts";
import { findProgram } from "../find-program.ts";
import { clientEnvironment } from "./docker-backend.ts";
import { probeListedNetwork } from "./probe-listed-network.ts";
import { dockerFailure, runDocker } from "./run-docker.ts";

const answerMs = 10_000;

/**
 * Looks for the client, its daemon and the image, which is not pulled. Where commands would get a list of hosts, a container is
 * started for a moment, to see whether they can.
 */
export async function checkDocker(options: OpenBackendOptions): Promise<BackendFinding> {
  const { env, binary, image = defaultImage } = options;
  const program = findProgram(binary === undefined ? ["docker", "podman"] : [binary], env);
  const client = { program, env: clientEnvironment(env, []) };
  // Of podman's, which needs no daemon, the part about a server is the same.
  const version = await runDocker(client, ["version", "--format", "{{.Server.Version}}"], answerMs);
  if (version.exitCode !== 0) throw dockerFailure(`${program} has no daemon`, version.errors);
  const about = `docker: ${program}, server ${version.output.trim()}`;
  const found = await runDocker(client, ["image", "inspect", "--format", "{{.Id}}", image], answerMs);
  if (found.exitCode === 0) return await withNetwork(`${about}, image ${image}`, options);
  return {
    status: "warning",
    message: `${about}; the image ${image} is not there yet`,
    hint: `It is pulled with the first command, or now: ${program} pull ${image}`,
  };
}

async function withNetwork(about: string, options: OpenBackendOptions): Promise<BackendFinding> {
  const { network = "listed" } = options;
  if (network !== "listed") return { status: "ok", message: `${about}, network ${network}` };
  const { reason } = await probeListedNetwork(options);
  if (reason === undefined) return { status: "ok", message: `${about}, network: listed hosts alone` };
  const isWanted = options.network === "listed";
  return {
    status: isWanted ? "failed" : "warning",
    message: `${about}. ${reason}${isWanted ? "" : " They reach everything (bridge)."}`,
    hint: "Use an image with perl or python3, or say which network is meant: terminal.docker_network, such as bridge.",
  };
}
