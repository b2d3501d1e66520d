import { showOllamaModel } from "../catalog/show-ollama-model.ts";
import type { Model } from "../model.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { ollama, usualWindow } from "./ollama.ts";

/**
 * A model of Ollama as the server describes it. The window is the one that the options name; else the one that the author
 * of the model set; else the one it was trained for, on a machine of one's own at most `usualWindow`.
 */
export async function shownOllama(options: HttpModelOptions, baseUrl: string): Promise<Model> {
  const shown = await showOllamaModel({ baseUrl, model: options.model, apiKey: options.apiKey });
  const largest = shown?.isRemote === true ? Infinity : usualWindow;
  const trained = shown?.trainedWindow === undefined ? undefined : Math.min(shown.trainedWindow, largest);
  return ollama({
    ...options,
    baseUrl,
    contextWindow: options.contextWindow ?? shown?.setWindow ?? trained,
    abilities: shown?.abilities,
  });
}
