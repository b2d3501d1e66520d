/** What every backend must pass. */
export { backendContract } from "./backend-contract.ts";
export type { BackendContractOptions, BackendPlace } from "./contract-context.ts";
