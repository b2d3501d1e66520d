/** Commands in containers of Docker and Podman. */
export { createDockerBackend } from "./docker-backend.ts";
export type { DockerBackendOptions } from "./docker-backend.ts";
export type { ContainerLimits } from "./container-flags.ts";
