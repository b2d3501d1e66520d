import { isMissingPackage } from "../needs-package.ts";
import { isRecord } from "../transport/json-fields.ts";
import type { ApiError } from "./api-error.ts";

/** The constructors of errors, as both official SDKs have them. */
interface ErrorClass {
  new (status: undefined, error: object, message: undefined, headers: Headers): Error;
  generate(status: number, error: object | undefined, message: string | undefined, headers: Headers): Error;
}

/**
 * The error as the `openai` package throws it, so that programs tell failures apart by its classes. Without that package, the
 * error as it is. The package is loaded with the first failure, and does nothing else.
 */
export async function openaiError(error: ApiError): Promise<Error> {
  try {
    const { APIError } = await import("openai");
    // It looks for the fields of an error below `error` alone.
    return typedError(error, APIError, (body) =>
      isRecord(body["error"]) ? body : { error: body["error"] ?? body },
    );
  } catch (reason) {
    return withoutSdk(error, reason);
  }
}

/** The error as `@anthropic-ai/sdk` throws it; see `openaiError`. */
export async function anthropicError(error: ApiError): Promise<Error> {
  try {
    const { APIError } = await import("@anthropic-ai/sdk");
    return typedError(error, APIError, (body) => body);
  } catch (reason) {
    return withoutSdk(error, reason);
  }
}

function typedError(
  { status, error: body, headers }: ApiError,
  errors: ErrorClass,
  formOf: (body: { readonly [key: string]: unknown }) => object,
): Error {
  const isData = isRecord(body);
  if (status === undefined) return new errors(undefined, isData ? body : {}, undefined, headers);
  return errors.generate(
    status,
    isData ? formOf(body) : undefined,
    isData ? undefined : String(body),
    headers,
  );
}

/** A package that is not installed is no fault. One that can't be loaded is kept, and does not hide what the provider said. */
function withoutSdk(error: ApiError, reason: unknown): Error {
  return isMissingPackage(reason) ? error : Object.assign(error, { sdkFailure: reason });
}
