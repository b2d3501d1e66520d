import type { ModelRequest } from "../model.ts";
import type { AwsCredentials } from "../providers/bedrock-client.ts";
import type { CacheTtl } from "../render/cache-marker.ts";
import type { GivenProvider } from "./given-provider.ts";
import type { Protocol } from "./providers.ts";

export type ModelChoice = ChosenModel | NoModel;

export interface ChosenModel {
  readonly ok: true;
  /** Id of the provider. */
  readonly provider: string;
  readonly label: string;
  readonly protocol: Protocol;
  readonly model: string;
  /** Of a provider that is given: its `place`. */
  readonly baseUrl: string;
  /** Belongs to the origin of `baseUrl`. Undefined: none is sent. */
  readonly apiKey?: string | undefined;
  /** Signs the requests to Amazon Bedrock, where there is no `apiKey`. */
  readonly aws?: { readonly region: string; readonly credentials: AwsCredentials } | undefined;
  /** `bearer`: the key is an OAuth token. */
  readonly keyScheme: "key" | "bearer";
  /** Makes the model, where the protocol is `given`. */
  readonly given?: GivenProvider | undefined;
  /** Where the key comes from, for people: a variable, the settings, `none`. */
  readonly keySource: string;
  /** Why this one, in a few words. */
  readonly why: string;
  /** Something that the person may have meant otherwise. */
  readonly warning?: string | undefined;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly cacheTtl?: CacheTtl | undefined;
  readonly reasoningEffort?: ModelRequest["reasoningEffort"];
}

export type NoModelProblem =
  | "no-provider"
  | "no-key"
  | "no-name"
  | "no-answer"
  | "no-address"
  | "nothing-found";

export interface NoModel {
  readonly ok: false;
  /** What is missing, as one sentence. */
  readonly reason: string;
  /** How to get it. */
  readonly hint: string;
  /** Which case it is, for a program that knows a way of its own. */
  readonly problem?: NoModelProblem | undefined;
  /** What it is about: `provider` (an id), `keyVariable`, `urlVariable`, `example`. */
  readonly data?: Readonly<Record<string, string | undefined>> | undefined;
}
