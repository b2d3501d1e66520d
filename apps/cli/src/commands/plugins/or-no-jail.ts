import { HermesError } from "@hermes/registry/errors";
import { shellWord } from "./shell-word.ts";

/** Does what needs a jail. Where there is none, what to type instead is told. */
export async function orNoJail<Result>(
  instead: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "PLUGIN_NO_JAIL") throw error;
    throw new HermesError(error.message, {
      code: error.code,
      hint: `To let it run as you, held by nothing: ${instead.map(shellWord).join(" ")}`,
      cause: error,
    });
  }
}
