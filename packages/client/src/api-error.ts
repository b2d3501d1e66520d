const brand: unique symbol = Symbol.for("@hermes/error");

/** What a server answered in place of what was asked for, or that it could not be reached. `HermesError.is` knows it. */
export class ApiError extends Error {
  /** Such as `SESSION_BUSY`; `CLIENT_OFFLINE` where there was no answer. */
  readonly code: string;
  readonly hint: string | undefined;
  /** Of HTTP; 0: there was no answer. */
  readonly status: number;
  /** Milliseconds to wait, where the server says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      code,
      hint,
      status = 0,
      retryAfterMs,
      cause,
    }: {
      readonly code: string;
      readonly hint?: string | undefined;
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ApiError";
    this.code = code;
    this.hint = hint;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether the same request may go better later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

export function offline(cause: unknown): ApiError {
  return new ApiError("The server does not answer.", {
    code: "CLIENT_OFFLINE",
    hint: "Check its address, and whether it runs.",
    cause,
  });
}

export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  const {
    code = "CLIENT_BAD_ANSWER",
    message = `The server answered ${status}.`,
    hint,
  } = fieldsOf(await response.text().catch(() => ""));
  return new ApiError(message, { code, hint, status, retryAfterMs });
}

/** Whatever stands between may have answered in the server's place. */
function fieldsOf(text: string): Partial<Record<"code" | "message" | "hint", string>> {
  try {
    const { error } = JSON.parse(text) as {
      readonly error?: Partial<Record<"code" | "message" | "hint", string>>;
    };
    return error ?? {};
  } catch {
    return {};
  }
}
