import { HermesError } from "@hermes/registry";
import { isVariableName } from "./child-environment.ts";

/** @throws {HermesError} `BACKEND_COMMAND_INVALID` for what no shell can take. */
export function checkCommand(
  command: string,
  { env = {} }: { readonly env?: Readonly<Record<string, string>> | undefined },
): void {
  if ([command, ...Object.values(env)].some((text) => text.includes("\0"))) {
    throw new HermesError("Commands and variables cannot hold a NUL character.", {
      code: "BACKEND_COMMAND_INVALID",
    });
  }
  for (const name of Object.keys(env)) {
    if (isVariableName(name)) continue;
    throw new HermesError(`"${name}" is not a name for a variable.`, { code: "BACKEND_COMMAND_INVALID" });
  }
}
