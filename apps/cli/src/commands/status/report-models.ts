import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import { AuthFile, listCredentials } from "@hermes/models/credentials";
import type { ModelStatus, Runtime } from "@hermes/runtime";
import type { ReportedModel } from "./status-report.ts";

export interface ReportModelsOptions {
  readonly loaded: LoadedSettings;
  /** Asks the providers. */
  readonly deep: boolean;
  readonly signal: AbortSignal;
}

/** The models with where their keys are from. */
export async function reportModels(
  runtime: Runtime,
  { loaded, deep, signal }: ReportModelsOptions,
): Promise<readonly ReportedModel[]> {
  const models = await runtime.modelStatus();
  return await Promise.all(
    models.map(async (model) => ({
      ...model,
      keyEnding: await keyEnding(model, loaded),
      ...(deep ? { answers: await answers(model, runtime, signal) } : {}),
    })),
  );
}

async function keyEnding(
  { keySource = "none", provider }: ModelStatus,
  { settings, env, home }: LoadedSettings,
): Promise<string | undefined> {
  const [, label] = /^auth\.json \((.*)\)$/.exec(keySource) ?? [];
  if (label !== undefined) {
    const stored = listCredentials(await new AuthFile(join(home, "auth.json")).read());
    return stored.find((each) => each.provider === provider && each.label === label)?.ending;
  }
  const value = keySource.startsWith("settings") ? settings.model.api_key : env[keySource];
  // Of a short one four characters would be most of it.
  return value === undefined || value.length < 12 ? undefined : `…${value.slice(-4)}`;
}

/** Whether the provider gives its list of models now. */
async function answers({ provider }: ModelStatus, runtime: Runtime, signal: AbortSignal): Promise<boolean> {
  const began = Date.now();
  try {
    const models = await (await runtime.models()).list({ provider, refresh: true, signal });
    return models.some(({ listedAt = 0 }) => listedAt >= began);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
