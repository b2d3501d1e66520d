import type { Settings } from "@hermes/config";
import type { GivenProviders, ModelChoice } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import type { ModelStatus } from "../runtime.ts";
import { chooseFallbacks, nameOf } from "./chosen-model.ts";
import type { HomeCredentials } from "./home-credentials.ts";
import { storedCoolDowns } from "./stored-cool-downs.ts";

export interface ModelStatusOptions {
  readonly chosen: ModelChoice;
  readonly settings: Settings;
  /** Home of Hermes. */
  readonly home: string;
  readonly env: Environment;
  readonly credentials: HomeCredentials;
  readonly givenProviders: GivenProviders;
}

/** The chosen model and those that stand in for it, in their order. Asks no provider. */
export async function modelStatus(options: ModelStatusOptions): Promise<readonly ModelStatus[]> {
  const { chosen, settings, home, env, credentials, givenProviders } = options;
  const others = await chooseFallbacks({ settings, env, credentials, givenProviders });
  const rests = await storedCoolDowns(home).read();
  return await Promise.all([chosen, ...others].map(async (choice) => await statusOf(choice, rests)));
}

async function statusOf(
  choice: ModelChoice,
  rests: Awaited<ReturnType<ReturnType<typeof storedCoolDowns>["read"]>>,
): Promise<ModelStatus> {
  if (!choice.ok) return { model: undefined, reason: choice.reason, hint: choice.hint };
  const { model, provider, baseUrl, keySource } = choice;
  const rest = rests.get(await nameOf(choice));
  const isResting = rest !== undefined && rest.until > Date.now();
  return {
    model,
    provider,
    baseUrl,
    keySource,
    ...(isResting ? { restsUntil: rest.until, cause: rest.cause } : {}),
  };
}
