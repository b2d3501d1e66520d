import type { LoadedSettings } from "@hermes/config";
import { chooseModel, findProvider, type ChosenModel, type NoModel, type ProviderRow } from "@hermes/models";
import type { HomedKey } from "@hermes/models";
import { AuthFile, homeOfEntry, storedKeys } from "@hermes/models/credentials";
import { join } from "node:path";

/** Stands for a model that nobody has named yet. */
export const unknownModel = "?";

/** A provider, and where it is. */
export interface Place {
  readonly row: ProviderRow;
  /** Given by the person. Undefined: that of the provider, or of its variable. */
  readonly baseUrl?: string | undefined;
  /** What a server on this machine has, best choice first. */
  readonly models?: readonly string[] | undefined;
}

export interface FindAccessOptions {
  readonly loaded: LoadedSettings;
  /** Typed just now; goes before those that are known. */
  readonly key?: string | undefined;
  /** Name of the model. @default that of the settings for this provider, else its own default */
  readonly model?: string | undefined;
}

/** What a request to a provider needs: its address, a key if there is one, and a model. */
export async function findAccess(
  { row, baseUrl }: Place,
  { loaded, key, model }: FindAccessOptions,
): Promise<ChosenModel | NoModel> {
  const typed: readonly HomedKey[] =
    key === undefined
      ? []
      : [{ value: key, source: "what you typed", home: baseUrl ?? row.baseUrl, scheme: "key" }];
  const settings = settingsOf(row, loaded);
  const choice = await chooseModel({
    flags: {
      provider: row.id,
      baseUrl,
      model: model ?? settings?.default ?? row.defaultModel ?? unknownModel,
    },
    settings,
    env: loaded.env,
    keys: [...typed, ...(await keptKeys(loaded))],
  });
  if (!choice.ok || key === undefined) return choice;
  return { ...choice, apiKey: key, keyScheme: "key", keySource: "what you typed" };
}

/** The `model` block, where it is about this provider. */
export function settingsOf(
  row: ProviderRow,
  { settings }: LoadedSettings,
): LoadedSettings["settings"]["model"] | undefined {
  const { provider } = settings.model;
  return provider !== undefined && findProvider(provider)?.id === row.id ? settings.model : undefined;
}

export function authFileOf({ home }: Pick<LoadedSettings, "home">): AuthFile {
  return new AuthFile(join(home, "auth.json"));
}

/** Those of `auth.json`, each with the one place where it may be sent. */
export async function keptKeys(loaded: LoadedSettings): Promise<readonly HomedKey[]> {
  return storedKeys(await authFileOf(loaded).read()).map(({ provider, entry, label, value, scheme }) => ({
    ...{ value, scheme, source: `auth.json (${label})` },
    home: homeOfEntry(provider, entry),
  }));
}
