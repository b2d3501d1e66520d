import type { ModelChoice } from "@hermes/models";
import type { RuntimeParts } from "../runtime-parts.ts";
import { chooseFallbacks, nameOf } from "./chosen-model.ts";
import { storedCoolDowns } from "./stored-cool-downs.ts";

/** A model of the chain, as the next request finds it. */
export interface ModelStatus {
  /** Undefined: it can't be used; `reason` and `hint` say why. */
  readonly model: string | undefined;
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Where its key comes from: a variable, the settings, `auth.json (label)`, `none`. */
  readonly keySource?: string | undefined;
  /** Milliseconds since 1970: until then others are asked. */
  readonly restsUntil?: number | undefined;
  /** Code of why it rests. */
  readonly cause?: string | undefined;
  readonly reason?: string | undefined;
  readonly hint?: string | undefined;
}

/** The chosen model and those that stand in for it, in their order. Asks no provider. */
export async function modelStatus(parts: RuntimeParts): Promise<readonly ModelStatus[]> {
  const { options, env, credentials } = parts;
  const { settings, home } = options.loaded;
  const chosen = await parts.modelChoice();
  const others = await chooseFallbacks({ settings, env, credentials });
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
