import { detectLocalServer, fetchModels, type ChosenModel } from "@hermes/models";
import type { Place } from "./find-access.ts";

const listMs = 10_000;
const localMs = 2_000;

/**
 * What a provider has, of a server on this machine the best choice first. Undefined: it gives no list, for whatever reason; a request
 * tells which.
 */
export async function listNames(
  { models, row }: Place,
  { provider, protocol, baseUrl, apiKey }: ChosenModel,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (models !== undefined) return models;
  if (row.local === true) {
    // All of them list their models as OpenAI does.
    const address = protocol === "ollama" ? `${baseUrl}/v1` : baseUrl;
    const servers = [{ id: row.id, label: row.label, baseUrl: address }];
    return (await detectLocalServer({ servers, timeoutMs: localMs, signal }))?.models;
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(listMs)]);
  try {
    const found = await fetchModels({ provider, protocol, baseUrl, apiKey, signal: limit });
    return found.map(({ id }) => id);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Why a server on this machine can't be used, and what to do. Undefined: it has models, or is none of this machine. */
export function localProblem(
  { row }: Place,
  { baseUrl }: ChosenModel,
  names: readonly string[] | undefined,
): { readonly reason: string; readonly hint: string } | undefined {
  if (row.local !== true || (names !== undefined && names.length > 0)) return undefined;
  if (names === undefined)
    return { reason: `${row.label} does not answer at ${baseUrl}.`, hint: "Start it, then try again." };
  const hint = row.id === "ollama" ? "Get one: ollama pull qwen3" : "Load one there, then try again.";
  return { reason: `${row.label} runs at ${baseUrl}, but has no model.`, hint };
}
