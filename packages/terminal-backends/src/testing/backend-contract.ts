import { backgroundContract } from "./background-contract.ts";
import { commandContract } from "./command-contract.ts";
import type { BackendContractOptions, ContractContext } from "./contract-context.ts";
import { fileContract } from "./file-contract.ts";
import { shellStateContract } from "./shell-state-contract.ts";

/**
 * Registers the tests that every backend passes. They say what `Backend` promises; what one backend alone can do is
 * tested beside it.
 */
export function backendContract(options: BackendContractOptions): void {
  const context: ContractContext = {
    ...options,
    check: (name, run) =>
      options.test(name, async () => {
        const place = await options.open();
        try {
          await run(place);
        } finally {
          await place[Symbol.asyncDispose]();
        }
      }),
  };
  commandContract(context);
  shellStateContract(context);
  backgroundContract(context);
  fileContract(context);
}
