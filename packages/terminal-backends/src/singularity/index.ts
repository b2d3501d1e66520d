/** Commands in instances of Apptainer and Singularity. */
export { createSingularityBackend } from "./singularity-backend.ts";
export type { SingularityBackendOptions } from "./singularity-backend.ts";
