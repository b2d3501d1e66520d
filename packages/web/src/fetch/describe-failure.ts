import { HermesError } from "@hermes/registry";

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name could not be found.",
  EAI_AGAIN: "its name could not be looked up just now.",
  ECONNREFUSED: "it refused the connection.",
  ECONNRESET: "it closed the connection without an answer.",
  EPIPE: "it closed the connection without an answer.",
  ETIMEDOUT: "it did not answer.",
  EHOSTUNREACH: "there is no way to it.",
  ENETUNREACH: "there is no network.",
  ERR_INVALID_URL: "it has no usable address.",
  Z_DATA_ERROR: "what it sent could not be decompressed.",
  Z_BUF_ERROR: "what it sent ended within its compression.",
};

/** Why a page could not be fetched, as one sentence for a person and a model. */
export function describeFailure(error: unknown, host: string): string {
  // What refuses an address says itself why, and shows no secret of it.
  if (HermesError.is(error) || codeOf(error) === "URL_REFUSED") return messageOf(error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause) ?? "";
    const reason = reasons[code];
    if (reason !== undefined) return `${host} could not be read: ${reason}`;
    if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `${host} could not be read: its certificate can't be trusted (${code}).`;
    if (code.startsWith("HPE_")) return `${host} could not be read: its answer is no valid HTTP (${code}).`;
    // Brotli's errors have codes like ERR__ERROR_FORMAT_PADDING_1, and no message.
    if (/^(?:Z_|ERR__)|ERR_BROTLI/.test(code))
      return `${host} could not be read: what it sent could not be decompressed.`;
  }
  const message = messageOf(error) || codeOf(error) || "nobody knows why.";
  return `${host} could not be read: ${message}${/[.!?)]$/.test(message) ? "" : "."}`;
}

export function codeOf(error: unknown): string | undefined {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
