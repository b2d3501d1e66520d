import { HermesError } from "@hermes/registry/errors";
import type { UsableLoginServer } from "./login-server.ts";
import type { Login } from "./oauth.ts";

/**
 * Exchanges the code of a login for a key of OpenRouter, which lasts until the person ends it there.
 *
 * @throws {HermesError} `LOGIN_REFUSED`. What `fetch` throws.
 * @see https://openrouter.ai/docs/guides/overview/auth/oauth
 */
export async function exchangeForKey(
  { tokenUrl, label, provider }: UsableLoginServer,
  {
    code,
    verifier,
    signal,
  }: { readonly code: string; readonly verifier: string; readonly signal: AbortSignal },
): Promise<Login> {
  const response = await fetch(tokenUrl, {
    method: "POST",
    redirect: "error",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: "S256" }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
  });
  const body: unknown = await response.json().catch(() => undefined);
  const key = typeof body === "object" && body !== null && "key" in body ? body.key : undefined;
  if (response.ok && typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return { accessToken: key };
  throw new HermesError(`${label} gave no key for the code (status ${response.status}).`, {
    code: "LOGIN_REFUSED",
    hint: "Nothing was kept. Log in again.",
    data: { provider },
  });
}
