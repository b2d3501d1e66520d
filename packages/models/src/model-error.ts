import { HermesError } from "@hermes/registry/errors";

/** Why a request failed; the classifier's table maps every answer of a provider to one of these. */
export type ModelErrorKind =
  | "auth"
  | "billing"
  | "rate-limit"
  | "model-not-found"
  | "context-overflow"
  | "payload-too-large"
  | "content-policy"
  | "bad-request"
  | "overloaded"
  | "server"
  | "timeout"
  | "unreachable"
  | "unknown";

export interface ModelErrorOptions {
  readonly kind: ModelErrorKind;
  readonly provider: string;
  readonly model: string;
  readonly status?: number | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The request never left, so that nobody charges for it. @default false */
  readonly unsent?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  /** When the limit is lifted that was reached, where the provider names that apart from a wait. */
  readonly resetAfterMs?: number | undefined;
  readonly hint?: string | undefined;
  /** Facts beside those that have a field. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A request that a provider did not answer. `code` is `MODEL_` and the kind in capitals. */
export class ModelError extends HermesError {
  readonly kind: ModelErrorKind;
  readonly provider: string;
  readonly model: string;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly unsent: boolean;
  readonly retryAfterMs: number | undefined;
  readonly resetAfterMs: number | undefined;

  constructor(message: string, options: ModelErrorOptions) {
    const code = `MODEL_${options.kind.replaceAll("-", "_").toUpperCase()}`;
    super(message, { code, hint: options.hint, data: options.data, cause: options.cause });
    this.name = "ModelError";
    this.kind = options.kind;
    this.provider = options.provider;
    this.model = options.model;
    this.status = options.status;
    this.retryable = options.retryable;
    this.unsent = options.unsent ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.resetAfterMs = options.resetAfterMs;
  }

  static override is(value: unknown): value is ModelError {
    return HermesError.is(value) && value.name === "ModelError";
  }
}
