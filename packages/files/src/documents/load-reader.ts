import { HermesError } from "@hermes/registry";

/**
 * Loads a library that not everybody has.
 *
 * @param specifier What to import. A variable, so that no bundler packs it.
 * @throws {HermesError} `FILE_READER_MISSING` with the command that installs it.
 */
export async function loadReader<Module>(specifier: string, kind: string): Promise<Module> {
  try {
    // The caller names the module whose shape this is.
    return (await import(specifier)) as Module;
  } catch (cause) {
    const name = specifier.split("/")[0] ?? specifier;
    throw new HermesError(`${kind} files are read by ${name}, which is not installed.`, {
      code: "FILE_READER_MISSING",
      hint: `Install it beside Hermes: npm install ${name}`,
      cause,
    });
  }
}
