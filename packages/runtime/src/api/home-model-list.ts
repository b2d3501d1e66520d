import type { ModelsPort } from "@hermes/api";
import type { ModelInfo } from "@hermes/client/contract";
import type { Model } from "@hermes/models";
import type { HomeModels } from "../models/home-models.ts";

export interface HomeModelListOptions {
  readonly models: () => Promise<HomeModels>;
  /** The one that the embedding program has given. */
  readonly given: Model | undefined;
  /** Another name of the chosen one. */
  readonly agentName: string | undefined;
}

/** The models that requests may name, the chosen one first. */
export function homeModelList({ models, given, agentName }: HomeModelListOptions): ModelsPort {
  const list = async (): Promise<readonly ModelInfo[]> =>
    given === undefined
      ? (await (await models()).list({ refresh: false })).map(toInfo)
      : [toInfo({ ...infoOf(given), isChosen: true })];
  return {
    async list() {
      const all = await list();
      const [chosen] = all;
      if (agentName === undefined || chosen?.isChosen !== true) return all;
      return [{ ...chosen, model: agentName }, ...all];
    },
  };
}

function infoOf({ id, provider, contextWindow }: Model): Omit<ModelInfo, "isChosen"> {
  return { model: id, provider, contextWindow };
}

function toInfo({ model, provider, isChosen, contextWindow }: ModelInfo): ModelInfo {
  return { model, provider, isChosen, contextWindow };
}
