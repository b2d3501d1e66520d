import type {
  DescribedField,
  DescriptionSource,
  ModelAbilities,
  ModelPrice,
  ReasoningEffort,
} from "@hermes/models";

/** A model that the person can use, and what is known of it. */
export interface ListedModel {
  /** As the provider calls it. */
  readonly model: string;
  /** Id of the provider. */
  readonly provider: string;
  /** The one that a session uses where nobody says otherwise. */
  readonly isChosen: boolean;
  /** In tokens. */
  readonly contextWindow: number;
  /** In tokens; undefined: not known. */
  readonly maxOutputTokens?: number | undefined;
  /** US dollars per million tokens; undefined: not known. */
  readonly price?: ModelPrice | undefined;
  readonly abilities: ModelAbilities;
  /** Which it can be told, lowest first; undefined: only a request shows it. */
  readonly efforts?: readonly ReasoningEffort[] | undefined;
  readonly sources: Readonly<Record<DescribedField, DescriptionSource>>;
  /** When the provider gave its list, in milliseconds since 1970; undefined: it did not. */
  readonly listedAt?: number | undefined;
}

export interface ListModelsOptions {
  /** Of this one alone. @default all that can be used */
  readonly provider?: string | undefined;
  /** Words that all stand in the name of the model or the provider. */
  readonly query?: string | undefined;
  /** Asks the providers now. @default the chosen one, where its list is older than a day */
  readonly refresh?: boolean | undefined;
  /** Asks nobody: what is known goes. @default false */
  readonly offline?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a session asks from its next turn on. */
export interface SessionModel {
  readonly model: string;
  readonly provider: string;
  readonly contextWindow: number;
  readonly effort?: ReasoningEffort | undefined;
  /** Which the model can be told, lowest first; undefined: not known. */
  readonly efforts?: readonly ReasoningEffort[] | undefined;
  /** Whether it reads images; undefined: not known. */
  readonly images?: boolean | undefined;
}

/** The models of the person's providers, and which of them are used. */
export interface HomeModels {
  /** The chosen one first, then by provider. Where a provider can't be asked, what was known of it, else the bundled names. */
  list(options?: ListModelsOptions): Promise<readonly ListedModel[]>;
  /**
   * The model of this name, at the provider or wherever the person can have it; the chosen provider wins.
   *
   * @throws {HermesError} `RUNTIME_UNKNOWN_MODEL` with the nearest names; `RUNTIME_NO_MODEL` when the provider can't be used.
   */
  find(name: string, options?: Pick<ListModelsOptions, "provider" | "signal">): Promise<ListedModel>;
  /** The one that a session uses where nobody says otherwise. @throws {HermesError} `RUNTIME_NO_MODEL`. */
  chosen(): Promise<ListedModel>;
  /** @throws {HermesError} `RUNTIME_NO_SESSION` when it is not open here. */
  current(sessionId: string): Promise<SessionModel>;
  /** Another model for a session, from its next turn on. @throws as `find` and `current` do. */
  choose(sessionId: string, found: ListedModel): Promise<SessionModel>;
  /** Undefined: as the provider has it. */
  setEffort(sessionId: string, effort: ReasoningEffort | undefined): Promise<SessionModel>;
  /**
   * Writes the model into `config.yaml`, for the sessions to come.
   *
   * @throws {HermesError} `CONFIG_INVALID`, `PERMISSIONS_CHANGED`, `RUNTIME_KEY_IN_SETTINGS`.
   */
  keep(found: ListedModel): Promise<KeptModel>;
}

/** What was written into `config.yaml`. */
export interface KeptModel {
  readonly path: string;
  readonly model: string;
  readonly provider: string;
  /** Settings of the model before that do not hold for this one, and were taken away. */
  readonly removed: readonly string[];
}
