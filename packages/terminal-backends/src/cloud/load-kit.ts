import { HermesError } from "@hermes/registry";

/**
 * Loads the kit of a service, which is installed only where somebody wants it.
 *
 * @throws {HermesError} `BACKEND_PROGRAM_MISSING` with the command that installs it.
 */
export async function loadKit<Kit>(name: string, version: string, load: () => Promise<Kit>): Promise<Kit> {
  try {
    return await load();
  } catch (cause) {
    throw new HermesError(`The package ${name} is not installed.`, {
      code: "BACKEND_PROGRAM_MISSING",
      hint: `Install it: npm install ${name}@${version} (with --global where Hermes is).`,
      cause,
    });
  }
}
