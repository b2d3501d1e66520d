import type { ChosenModel, CredentialSource, HomedKey } from "@hermes/models";
import type { AuthFile, CredentialsInUse, Renew, StoredKey } from "@hermes/models/credentials";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The keys and logins that a home keeps in `auth.json`. Without that file nothing of it is loaded. */
export interface HomeCredentials {
  readonly path: string;
  /** For choosing a model. A file that can't be read is warned of, and gives none. */
  keys(): Promise<readonly HomedKey[]>;
  /** What no text may hold, what logins are renewed by included. Grows while this process is given other tokens. */
  secrets(): Promise<ReadonlySet<string>>;
  /** Gives requests of a model their key; undefined where the file has none for its address. */
  sourceFor(choice: ChosenModel): Promise<CredentialSource | undefined>;
}

export function homeCredentials(home: string, warn: (message: string) => void): HomeCredentials {
  const path = join(home, "auth.json");
  const inUse: CredentialsInUse = new Map();
  const known = new Set<string>();
  const open = async (): Promise<AuthFile | undefined> => {
    if (!existsSync(path)) return undefined;
    const { AuthFile } = await import("@hermes/models/credentials");
    return new AuthFile(path);
  };
  const stored = async (): Promise<readonly StoredKey[]> => {
    const file = await open();
    if (file === undefined) return [];
    const { storedKeys } = await import("@hermes/models/credentials");
    try {
      return storedKeys(await file.read());
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
      return [];
    }
  };
  const keys = async (): Promise<readonly HomedKey[]> => {
    const found = await stored();
    if (found.length === 0) return [];
    const { homeOfEntry } = await import("@hermes/models/credentials");
    return found.map(({ provider, entry, label, value, scheme }) => ({
      ...{ value, scheme },
      source: `${sourcePrefix}${label})`,
      home: homeOfEntry(provider, entry),
    }));
  };
  const renew: Renew = async (entry, how) => {
    const { renewLogin } = await import("@hermes/models/logins");
    const renewed = await renewLogin(entry, how);
    if ("accessToken" in renewed) learn(entry.refresh_token, renewed.accessToken, renewed.refreshToken);
    return renewed;
  };
  const learn = (...values: readonly (string | null | undefined)[]): void => {
    for (const value of values) if (value) known.add(value);
  };

  return {
    path,
    keys,
    async secrets() {
      for (const { value, entry } of await stored()) learn(value, entry.refresh_token);
      return known;
    },
    async sourceFor({ apiKey, keySource, keyScheme: scheme, baseUrl, provider, model }) {
      const file = await open();
      const { sameOrigin } = await import("@hermes/models");
      if (file === undefined || !(await keys()).some((key) => sameOrigin(key.home, baseUrl)))
        return undefined;
      const { createCredentialPool } = await import("@hermes/models/credentials");
      const isStored = apiKey === undefined || keySource.startsWith(sourcePrefix);
      const seed = isStored ? undefined : { value: apiKey, source: keySource, scheme };
      const pool = createCredentialPool({ file, inUse, provider, baseUrl, model, seed, renew });
      return {
        ...pool,
        // Another process may have renewed a login.
        async next(tried, how) {
          const chosen = await pool.next(tried, how);
          learn(chosen?.credential.value);
          return chosen;
        },
      };
    },
  };
}

const sourcePrefix = "auth.json (";
