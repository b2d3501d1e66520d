export interface SetupFlags {
  /** Id or alias of a provider. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Name of the variable that holds the key: a key is never an argument. */
  readonly apiKeyEnv?: string | undefined;
  readonly backend?: string | undefined;
  /** False: `--no-check`. */
  readonly check?: boolean | undefined;
  /** Seconds that a provider may take to answer. */
  readonly timeout?: number | undefined;
  readonly nonInteractive?: boolean | undefined;
  readonly json?: boolean | undefined;
}
