import { HermesError } from "@hermes/registry";
import { readBody } from "../read-body.ts";

export interface CallServiceOptions {
  /** For messages. */
  readonly name: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Asks a service once, and reads at most `maxBytes` of its answer.
 *
 * @throws {HermesError} `SPEECH_SERVICE_FAILED` where it can't be reached, refuses, takes too long or answers too much; the reason of
 * the signal on an abort.
 */
export async function callService(
  url: string,
  init: RequestInit,
  { name, fetch, timeoutMs, maxBytes, signal }: CallServiceOptions,
): Promise<Buffer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const failed = (why: string, hint: string, cause?: unknown): HermesError =>
    new HermesError(`${name} ${why}.`, { code: "SPEECH_SERVICE_FAILED", hint, cause });
  try {
    const asked = { ...init, redirect: "error" as const, signal: AbortSignal.any([signal, limit]) };
    const response = await fetch(url, asked);
    const body = await readBody(response, maxBytes);
    if (body === undefined)
      throw failed(`answered more than ${maxBytes} bytes`, "Shorten the text or the recording.");
    if (response.ok) return body;
    const said = body.toString("utf8").replace(/\s+/g, " ").slice(0, 300);
    throw failed(`answered ${response.status}: ${said}`, hintOf(response.status));
  } catch (error) {
    signal.throwIfAborted();
    if (HermesError.is(error)) throw error;
    if (limit.aborted) throw failed(`did not answer within ${timeoutMs / 1000} s`, "Try again later.", error);
    const reason = error instanceof Error ? error.message : String(error);
    throw failed(`can't be reached: ${reason}`, `Check the network and the address ${url}.`, error);
  }
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return "Check its key.";
  if (status === 429) return "Its limit is reached: try again later, or choose another provider.";
  return "Check the model and the voice in the settings, or try again later.";
}
