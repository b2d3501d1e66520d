const brand: unique symbol = Symbol.for("@hermes/error");

export interface HermesErrorOptions {
  /** Stable identifier in SCREAMING_SNAKE_CASE; listed in `docs/errors.md`. */
  readonly code: string;
  /** What the reader can do next, as one sentence. */
  readonly hint?: string | undefined;
  /** Facts that a program can go by, such as the name of a provider. Plain data, and never a secret. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * Every error that Hermes throws on purpose.
 *
 * The message says what happened and with which value; `hint` says what to do next. A program that knows a better way, such as a
 * command of its own, finds it by `code` and `data`.
 * Use `HermesError.is` instead of `instanceof`: it also recognises an error from a second installed copy.
 */
export class HermesError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: HermesErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HermesError";
    this.code = options.code;
    this.hint = options.hint;
    this.data = options.data;
    Object.defineProperty(this, brand, { value: true });
  }

  static is(value: unknown): value is HermesError {
    return typeof value === "object" && value !== null && brand in value;
  }
}
