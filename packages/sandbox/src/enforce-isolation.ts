import { HermesError } from "@hermes/registry";
import { denoJail } from "./deno/deno-jail.ts";
import type { ChooseIsolation, Isolation, IsolationChoice } from "./isolation.ts";

export interface EnforceIsolationOptions {
  /** Where jails come from: `chooseIsolation` of `@hermes/jail`. */
  readonly chooseIsolation: ChooseIsolation;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform | undefined;
}

/**
 * Finds what the choice means on this machine. Starts nothing but the jail that is tried: Deno is looked for when
 * JavaScript is run.
 *
 * @throws {HermesError} `SANDBOX_NO_JAIL` when a jail is demanded and there is none, `SANDBOX_UNSUPPORTED` on Windows.
 */
export async function enforceIsolation(
  choice: IsolationChoice,
  { chooseIsolation, platform = process.platform }: EnforceIsolationOptions,
): Promise<Isolation> {
  if (platform === "win32") {
    throw new HermesError("Code can't be run on Windows yet.", {
      code: "SANDBOX_UNSUPPORTED",
      hint: "Run it in WSL.",
    });
  }
  const found = await chooseIsolation(choice);
  if (!("refused" in found))
    return found.withoutJail === undefined ? found : { ...found, jail: denoJail(found.jail) };
  throw new HermesError(`There is no jail to run code in: ${found.refused}`, {
    code: "SANDBOX_NO_JAIL",
    hint: found.hint,
  });
}
