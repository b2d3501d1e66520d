import type { LocalServer } from "./detect-local-server.ts";
import type { NoModel } from "./model-choice.ts";
import { nearestNames } from "./nearest-names.ts";
import { findProvider, type ProviderRow, providers } from "./providers.ts";

/** A local server runs without a model. */
export function emptyServer({ id, label, baseUrl }: LocalServer): NoModel {
  const hint = id === "ollama" ? "Get one: ollama pull qwen3" : "Load one there, then try again.";
  return no(`${label} runs at ${baseUrl}, but has no model.`, hint);
}

/** Nobody said which model, and the server did not tell. */
export function nothingNamed(row: ProviderRow, baseUrl: string): NoModel {
  if (row.local === true)
    return {
      ...no(`${row.label} does not answer at ${baseUrl}.`, "Start it, or name a model."),
      problem: "no-answer",
    };
  return { ...no(`No model is named for ${baseUrl}.`, "Name one."), problem: "no-name" };
}

/** A provider is named that is at another address for everybody. */
export function noAddress({ label, baseUrlVariable, baseUrlExample }: ProviderRow): NoModel {
  const example = `such as ${baseUrlExample ?? "http://127.0.0.1:8080/v1"}`;
  const variable = baseUrlVariable === undefined ? "Give " : `Set ${baseUrlVariable}, or give `;
  return {
    ...no(`${label} has no address.`, `${variable}its base URL, ${example}.`),
    problem: "no-address",
    data: { urlVariable: baseUrlVariable, example },
  };
}

/** Nothing was said, no key is set, nobody answers. */
export function nothingFound(): NoModel {
  const variables = ["openrouter", "anthropic", "openai"]
    .flatMap((id) => findProvider(id)?.keyVariable ?? [])
    .join(", ");
  return {
    ...no(
      "No model is set up, and no model server answers on this machine.",
      `Set one of ${variables}; or start Ollama, LM Studio, llama.cpp or vLLM; or give the base URL of a server, and a model.`,
    ),
    problem: "nothing-found",
    data: { keyVariable: variables },
  };
}

/** @param given Names of providers beside the known ones. */
export function unknownProvider(name: string, given: readonly string[] = []): NoModel {
  const known = [...providers.map((row) => row.id), ...given];
  const near = nearestNames(name, [...known, ...providers.flatMap((row) => row.aliases ?? [])]);
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : `Known are ${known.join(", ")}.`;
  return { ...no(`There is no provider named "${name}".`, hint), problem: "no-provider" };
}

/** A key that could be anybody's is sent to nobody. */
export function ownerless(): NoModel {
  return no(
    "The settings have model.api_key, but do not say whose key it is.",
    "Add model.provider or model.base_url.",
  );
}

/** The answer when there is no model. */
export function no(reason: string, hint: string): NoModel {
  return { ok: false, reason, hint };
}
