import type { SettingChange } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { changeSealedFile } from "../seal/change-sealed-file.ts";
import type { KeptModel } from "./home-models.ts";

/** Writes `model.default` and `model.provider`; the seal takes the file as the person's own. */
export async function keepModel(
  { options: { loaded }, seal }: Pick<RuntimeParts, "options" | "seal">,
  { model, provider }: { readonly model: string; readonly provider: string },
): Promise<KeptModel> {
  const { configPath: path, settings } = loaded;
  const before = settings.model;
  const isServer = provider === "custom" || provider === "local";
  const moves = !isServer && (before.base_url !== undefined || before.provider !== provider);
  if (moves && before.api_key !== undefined && (before.provider ?? provider) !== provider)
    throw keyOfAnother(before.provider);
  const gone = (
    [
      ["base_url", before.provider !== undefined && before.provider !== provider && !isServer],
      ["context_length", before.default !== model],
      ["max_tokens", before.default !== model],
    ] as const
  ).flatMap(([name, isGone]) => (isGone && before[name] !== undefined ? [name] : []));
  const changes: readonly SettingChange[] = [
    { path: ["model", "default"], value: model },
    ...(isServer ? [] : [{ path: ["model", "provider"], value: provider }]),
    ...gone.map((name) => ({ path: ["model", name], value: undefined })),
  ];
  const { changeSettings } = await import("@hermes/config");
  await changeSealedFile(await seal(), path, (text) => changeSettings(text, changes, path));
  return { path, model, provider, removed: gone.map((name) => `model.${name}`) };
}

function keyOfAnother(owner: string | undefined): HermesError {
  return new HermesError(`model.api_key in config.yaml belongs to ${owner ?? "another provider"}.`, {
    code: "RUNTIME_KEY_IN_SETTINGS",
    hint: "Move it to .env under the provider's own variable, take it out of config.yaml, and try again.",
  });
}
