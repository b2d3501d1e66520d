/** A variable that Hermes understands. */
export interface EnvironmentVariable {
  /** `<TASK>` and `<PLATFORM>` stand for any name. */
  readonly name: string;
  readonly meaning: string;
  /** Dotted key of the setting that it overrules. */
  readonly setting?: string | undefined;
  /** What a person is asked for. */
  readonly prompt?: string | undefined;
  /** Page where it is had. */
  readonly link?: string | undefined;
  /** Tools that it switches on. */
  readonly tools?: readonly string[] | undefined;
  /** It is never shown. */
  readonly secret?: boolean | undefined;
  /** @default "setting" */
  readonly group?: VariableGroup | undefined;
}

/** What a variable belongs to. */
export type VariableGroup = "provider" | "tool" | "messaging" | "setting";
