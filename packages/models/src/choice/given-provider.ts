import type { ModelOverrides } from "../catalog/describe-model.ts";
import type { Model } from "../model.ts";

/** A provider beside the known ones: whoever gives it makes its models, and it takes no key and no address. */
export interface GivenProvider {
  /** As settings name it. The known ones win over one of the same name. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** Where it is, for people: `plug-in NAME`. No address. */
  readonly place: string;
  /** The first is the default. */
  readonly models: readonly [GivenModel, ...GivenModel[]];
  /** @param overrides What the person says about the model. */
  create(model: string, overrides: ModelOverrides): Model;
}

export interface GivenModel {
  readonly id: string;
  /** Tokens of input and output together. */
  readonly contextWindow: number;
  readonly maxOutputTokens?: number | undefined;
}

/** Those that there are; asked only where a provider is named that is none of the known ones. */
export type GivenProviders = () => Promise<readonly GivenProvider[]>;
