import { HermesError } from "@hermes/registry";

/** The version that the adapter is written for. */
const version = "2.5.0";

/**
 * Loads Honcho's SDK, which is installed only where somebody wants it.
 *
 * @throws {HermesError} `MEMORY_PROVIDER_MISSING` with the command that installs it.
 */
export async function loadSdk<Sdk>(load: () => Promise<Sdk>): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    throw new HermesError("The package @honcho-ai/sdk is not installed, and memory.provider is honcho.", {
      code: "MEMORY_PROVIDER_MISSING",
      hint: `Install it: npm install @honcho-ai/sdk@${version} (with --global where Hermes is), or set memory.provider to none.`,
      cause,
    });
  }
}
