import { findProvider, normaliseBaseUrl } from "@hermes/models";
import { usageError } from "../../failure.ts";
import { isKey, providerNamed } from "../auth/add.ts";
import type { Host } from "../../host.ts";
import type { Place } from "./find-access.ts";
import type { SetupFlags } from "./setup-flags.ts";

/** What flags have chosen already. @throws A usage error for what is no provider and no address. */
export function namedPlace({ provider, baseUrl }: SetupFlags): Place | undefined {
  const row = provider === undefined ? findProvider("custom") : providerNamed(provider);
  if (row === undefined || (provider ?? baseUrl) === undefined) return undefined;
  const address = baseUrl === undefined ? undefined : normaliseBaseUrl(baseUrl, row.protocol);
  if (baseUrl !== undefined && address === undefined)
    throw usageError(`"${baseUrl}" is not a base URL. One looks like https://host/v1.`);
  return { row, baseUrl: address };
}

/** The key in the variable that `--api-key-env` names. @throws A usage error where there is none, or no key in it. */
export function keyOfVariable({ apiKeyEnv }: SetupFlags, { env }: Pick<Host, "env">): string | undefined {
  if (apiKeyEnv === undefined) return undefined;
  const value = env[apiKeyEnv]?.trim();
  if (value === undefined || value === "")
    throw usageError(
      `The variable that --api-key-env names is empty or not set. Give its name, not the key.`,
    );
  if (!isKey(value)) throw usageError(`${apiKeyEnv} holds no key: it has blanks or letters that no key has.`);
  return value;
}
