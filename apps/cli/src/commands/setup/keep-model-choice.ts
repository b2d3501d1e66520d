import type { LoadedSettings, SettingChange } from "@hermes/config";
import { sameOrigin, type ChosenModel } from "@hermes/models";
import { addCredential, removeCredential } from "@hermes/models/credentials";
import { HermesError } from "@hermes/registry/errors";
import type { Host } from "../../host.ts";
import { authFileOf, settingsOf, type Place } from "./find-access.ts";
import { withHomeRuntime } from "./with-home-runtime.ts";

export interface KeepModelOptions {
  readonly place: Place;
  readonly choice: ChosenModel;
  /** Given just now. Undefined: the key is kept already, or there is none. */
  readonly key?: string | undefined;
}

/** Writes the key, then the settings that need it. @returns What was written, for people. */
export async function keepModelChoice(host: Host, options: KeepModelOptions): Promise<readonly string[]> {
  return await withHomeRuntime(host, async ({ loaded, settings }) => {
    refuseKeyOfAnother(options, loaded);
    const lines: string[] = [];
    if (options.key !== undefined) {
      const variable = variableInFile(options, { host, loaded });
      if (variable === undefined) lines.push(await keepInAuthFile(options.key, options, loaded));
      else {
        await settings.changeVariables({ [variable]: options.key });
        lines.push(`Written: ${variable} in ${loaded.envPath}`);
      }
    }
    const { keyVariable } = options.place.row;
    if (options.key !== undefined && keyVariable !== undefined && host.env[keyVariable])
      lines.push(`${keyVariable} of your shell is asked first: unset it if its key is the wrong one.`);
    await settings.change(changesFor(options, loaded));
    return [...lines, `Written: ${loaded.configPath}`];
  });
}

/** The variable in `.env` that holds another key, which would win over what `auth.json` holds. */
function variableInFile(
  { place: { row } }: KeepModelOptions,
  { host, loaded }: { readonly host: Host; readonly loaded: LoadedSettings },
): string | undefined {
  return [row.keyVariable, ...(row.keyAliases ?? [])].find(
    (name) => name !== undefined && Boolean(loaded.env[name]) && !host.env[name],
  );
}

async function keepInAuthFile(
  value: string,
  { place: { row }, choice }: KeepModelOptions,
  loaded: LoadedSettings,
): Promise<string> {
  const file = authFileOf(loaded);
  const baseUrl = sameOrigin(row.baseUrl, choice.baseUrl) ? undefined : choice.baseUrl;
  const known = (await file.read()).credential_pool[row.id]?.find((entry) => entry.access_token === value);
  // It may be marked as refused, and counts again.
  if (known !== undefined) await removeCredential(file, known.id);
  const { label } = await addCredential(file, {
    provider: row.id,
    value,
    baseUrl,
    label: known?.label ?? undefined,
  });
  return `Written: ${label ?? "the key"} of ${row.label} in ${file.path}`;
}

function changesFor({ place, choice }: KeepModelOptions, loaded: LoadedSettings): readonly SettingChange[] {
  const before = loaded.settings.model;
  const same = settingsOf(place.row, loaded);
  const isSameModel = same !== undefined && before.default === choice.model;
  const gone = isSameModel ? [] : (["context_length", "max_tokens"] as const);
  return [
    { path: ["model", "provider"], value: place.row.id },
    { path: ["model", "default"], value: choice.model },
    { path: ["model", "base_url"], value: place.baseUrl ?? same?.base_url },
    ...gone
      .filter((name) => before[name] !== undefined)
      .map((name) => ({ path: ["model", name], value: undefined })),
  ];
}

/** `model.api_key` goes to `model.base_url`: with another one it would be sent to somebody else. */
function refuseKeyOfAnother({ place, choice }: KeepModelOptions, loaded: LoadedSettings): void {
  const before = loaded.settings.model;
  const moves =
    settingsOf(place.row, loaded) === undefined || choice.baseUrl !== (before.base_url ?? choice.baseUrl);
  if (before.api_key === undefined || !moves) return;
  throw new HermesError(`model.api_key in config.yaml belongs to ${before.provider ?? "another provider"}.`, {
    code: "RUNTIME_KEY_IN_SETTINGS",
    hint: "Move it to .env under the provider's own variable, take it out of config.yaml, and try again.",
  });
}
