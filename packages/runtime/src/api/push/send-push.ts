import type { GuardedFetch } from "@hermes/permissions";
import type { PushKey } from "./push-key.ts";

/** `high`: a person is waited for. */
export type PushUrgency = "high" | "normal";

export interface SendPushOptions {
  readonly fetch: GuardedFetch;
  readonly key: PushKey;
  readonly urgency: PushUrgency;
  readonly signal: AbortSignal;
}

const timeoutMs = 10_000;
/** How long a push service keeps it for a browser that is not there. */
const keptSeconds = 3_600;
const gone: ReadonlySet<number> = new Set([404, 410]);

/**
 * Wakes a browser. It is told nothing: the page asks for the news itself, so that the push service learns none.
 *
 * @returns `gone`: the browser does not want it any more.
 * @throws where it can't be delivered, with the origin alone: the rest of the address is a secret.
 * @see https://www.rfc-editor.org/rfc/rfc8030#section-5
 */
export async function sendPush(
  endpoint: string,
  { fetch, key, urgency, signal }: SendPushOptions,
): Promise<"sent" | "gone"> {
  const { origin } = new URL(endpoint);
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      ttl: String(keptSeconds),
      urgency,
      authorization: key.authorizationFor(origin, Date.now()),
    },
    // An answer that leads elsewhere is a failure.
    maxRedirects: 0,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((error: unknown) => {
    throw new Error(`${origin} could not be told: ${reasonOf(error).replaceAll(endpoint, origin)}`, {
      cause: error,
    });
  });
  await response.body?.cancel();
  if (gone.has(response.status)) return "gone";
  if (!response.ok) throw new Error(`${origin} could not be told: it answers ${response.status}.`);
  return "sent";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
