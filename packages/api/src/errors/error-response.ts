import type { ErrorInfo } from "@hermes/client/contract";
import { failed, refusalOf, typeOf } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** An error as OpenAI writes it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
}

export function openAiError({ status, code, message, hint, param }: Refusal): OpenAiError {
  const whole = hint === undefined ? message : `${message} ${hint}`;
  return { message: whole, type: typeOf(status), param: param ?? null, code: code.toLowerCase() };
}

export function errorInfoOf({ code, message, hint }: Refusal): ErrorInfo {
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

/** What a client may know of an error; what it may not, the owner of the server is told. */
export function tellable(error: unknown, onError: ((error: unknown) => void) | undefined): Refusal {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  try {
    onError?.(error);
  } catch {
    // Whoever is told must not keep the client from its answer.
  }
  return failed;
}

/** @param path Decides about the shape: below `/v1` that of OpenAI. */
export function errorResponse(refusal: Refusal, path: string): Response {
  const { status, retryAfter } = refusal;
  const error = path.startsWith("/v1/") ? openAiError(refusal) : errorInfoOf(refusal);
  return Response.json(
    { error },
    {
      status,
      headers: {
        ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
        ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      },
    },
  );
}
