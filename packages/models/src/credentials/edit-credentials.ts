import { randomBytes } from "node:crypto";
import { HermesError } from "@hermes/registry/errors";
import type { AuthFile } from "./auth-file.ts";
import type { StoredCredential } from "./stored-credential.ts";

export interface NewCredential {
  /** Id of the provider. */
  readonly provider: string;
  readonly value: string;
  /** @default `key 1`, `key 2`, … */
  readonly label?: string | undefined;
  /** Where it is sent. @default the provider's own address */
  readonly baseUrl?: string | undefined;
}

/** Adds a key after those that are there. @throws {HermesError} `AUTH_KEY_KNOWN` when the provider has it already. */
export async function addCredential(file: AuthFile, key: NewCredential): Promise<StoredCredential> {
  return await file.update((content) => {
    const entries = (content.credential_pool[key.provider] ??= []);
    const same = entries.find(({ access_token }) => access_token === key.value);
    if (same !== undefined) {
      throw new HermesError(`This key of ${key.provider} is there already: ${same.label ?? same.id}.`, {
        code: "AUTH_KEY_KNOWN",
        hint: "It is used as it is; remove it first to add it anew.",
      });
    }
    const priorities = entries.map(({ priority }, index) => priority ?? index);
    const entry: StoredCredential = {
      id: randomBytes(3).toString("hex"),
      label: key.label ?? `key ${entries.length + 1}`,
      auth_type: "api_key",
      priority: Math.max(-1, ...priorities) + 1,
      source: "manual",
      access_token: key.value,
      ...(key.baseUrl === undefined ? {} : { base_url: key.baseUrl }),
    };
    entries.push(entry);
    return entry;
  });
}

/** @param name Id or label. @throws {HermesError} `AUTH_NO_SUCH_KEY`, `AUTH_SEVERAL_KEYS`. */
export async function removeCredential(file: AuthFile, name: string): Promise<StoredCredential> {
  return await file.update((content) => {
    const all = Object.entries(content.credential_pool).flatMap(([provider, entries]) =>
      entries.map((entry) => ({ provider, entry })),
    );
    const byId = all.filter(({ entry }) => entry.id === name);
    const found = byId.length > 0 ? byId : all.filter(({ entry }) => entry.label === name);
    const [first] = found;
    if (first === undefined) {
      throw new HermesError(`There is no key "${name}".`, {
        code: "AUTH_NO_SUCH_KEY",
        hint: "Name one by its id or its label.",
      });
    }
    if (found.length > 1) {
      throw new HermesError(`${found.length} keys are called "${name}".`, {
        code: "AUTH_SEVERAL_KEYS",
        hint: `Name one by its id: ${found.map(({ entry }) => entry.id).join(", ")}.`,
      });
    }
    const entries = content.credential_pool[first.provider] ?? [];
    content.credential_pool[first.provider] = entries.filter((entry) => entry !== first.entry);
    return first.entry;
  });
}
