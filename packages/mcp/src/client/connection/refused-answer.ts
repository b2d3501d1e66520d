import type { JSONRPCErrorResponse } from "@modelcontextprotocol/client";

/** Why there will be no answer: it can't be taken, or what it was to come on has ended. */
export type Refusal = "too-large" | "cut";

/** Answers that this side made up, because the server's own can't come. What comes over the wire is never in here. */
const refusals: WeakMap<object, Refusal> = new WeakMap();
const notSent: WeakSet<object> = new WeakSet();

const texts: Readonly<Record<Refusal, string>> = {
  "too-large": "its message is larger than what is taken",
  cut: "the connection ended before the answer",
};

/** An answer to the request with this id that makes it fail now and not when its time is up. */
export function refusedAnswer(
  id: string | number,
  refusal: Refusal,
  message: string = texts[refusal],
): JSONRPCErrorResponse {
  const data = { refusal };
  refusals.set(data, refusal);
  return { jsonrpc: "2.0", id, error: { code: -32_603, message, data } };
}

/** Which of them an error of a request is; undefined: it is the server's. */
export function refusalOf(error: unknown): Refusal | undefined {
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  return typeof data === "object" && data !== null ? refusals.get(data) : undefined;
}

/** An error that says for sure that the message did not leave. */
export function notSentError(message: string): Error {
  const error = new Error(message);
  notSent.add(error);
  return error;
}

export function wasNotSent(error: unknown): boolean {
  return typeof error === "object" && error !== null && notSent.has(error);
}
