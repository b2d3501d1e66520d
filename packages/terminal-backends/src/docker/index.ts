/** Commands in containers of Docker and Podman. */
export { createDockerBackend } from "./docker-backend.ts";
export type { DockerBackendOptions } from "./docker-backend.ts";
export { probeListedNetwork } from "./probe-listed-network.ts";
export type { ListedNetworkProbe } from "./probe-listed-network.ts";
export type { ContainerLimits } from "./container-flags.ts";
