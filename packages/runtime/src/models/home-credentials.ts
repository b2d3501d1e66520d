import type { ChosenModel, CredentialSource, HomedKey } from "@hermes/models";
import type { AuthFile, CredentialsInUse } from "@hermes/models/credentials";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The keys and logins that a home keeps in `auth.json`. Without that file nothing of it is loaded. */
export interface HomeCredentials {
  readonly path: string;
  /** For choosing a model. A file that can't be read is warned of, and gives none. */
  keys(): Promise<readonly HomedKey[]>;
  /** Gives requests of a model their key; undefined where the file has none for its address. */
  sourceFor(choice: ChosenModel): Promise<CredentialSource | undefined>;
}

export function homeCredentials(home: string, warn: (message: string) => void): HomeCredentials {
  const path = join(home, "auth.json");
  const inUse: CredentialsInUse = new Map();
  const open = async (): Promise<AuthFile | undefined> => {
    if (!existsSync(path)) return undefined;
    const { AuthFile } = await import("@hermes/models/credentials");
    return new AuthFile(path);
  };
  const keys = async (): Promise<readonly HomedKey[]> => {
    const file = await open();
    if (file === undefined) return [];
    const { storedKeys, homeOfEntry } = await import("@hermes/models/credentials");
    try {
      return storedKeys(await file.read()).map(({ provider, entry, label, value, scheme }) => ({
        ...{ value, scheme },
        source: `${sourcePrefix}${label})`,
        home: homeOfEntry(provider, entry),
      }));
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
      return [];
    }
  };

  return {
    path,
    keys,
    async sourceFor({ apiKey, keySource, keyScheme: scheme, baseUrl, provider, model }) {
      const file = await open();
      const { sameOrigin } = await import("@hermes/models");
      if (file === undefined || !(await keys()).some((key) => sameOrigin(key.home, baseUrl)))
        return undefined;
      const { createCredentialPool } = await import("@hermes/models/credentials");
      const isStored = apiKey === undefined || keySource.startsWith(sourcePrefix);
      const seed = isStored ? undefined : { value: apiKey, source: keySource, scheme };
      return createCredentialPool({ file, inUse, provider, baseUrl, model, seed });
    },
  };
}

const sourcePrefix = "auth.json (";
