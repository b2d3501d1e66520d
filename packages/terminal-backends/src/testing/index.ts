/** What every backend must pass. */
export { backendContract } from "./backend-contract.ts";
export type { BackendContractOptions, BackendPlace } from "./backend-contract.ts";
