import { setTimeout as delay } from "node:timers/promises";
import * as oauth from "oauth4webapi";
import { type CallbackServer, openCallbackServer } from "./callback-server.ts";
import { exchangeForKey } from "./exchange-for-key.ts";
import type { UsableLoginServer } from "./login-server.ts";
import {
  type Login,
  loginExpired,
  loginFailed,
  loginOf,
  loginRefused,
  partyOf,
  requestOptions,
} from "./oauth.ts";

export interface BrowserLoginOptions {
  /** Called once with the page that the person says yes on, and awaited before they are asked for anything. */
  readonly show: (url: string) => void | Promise<void>;
  /**
   * Asks the person for the address that their browser ended at, or for the code in it: their browser may run on another machine.
   * Asked again, with what is wrong, while what they paste is no answer. Undefined: nobody can paste; the browser is waited for.
   */
  readonly paste?: ((signal: AbortSignal, wrong?: string) => Promise<string | undefined>) | undefined;
  readonly signal: AbortSignal;
  /** @default 10 minutes */
  readonly limitMs?: number | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * Sends the person to a page of the provider, and waits for the code that their browser brings back or that they paste. The code
 * is worth nothing to others (PKCE), and only an answer with the state of this login counts.
 *
 * @throws {HermesError} `LOGIN_DENIED`, `LOGIN_EXPIRED`, `LOGIN_REFUSED`, `LOGIN_UNREACHABLE`. What `signal` was aborted with.
 * @see https://www.rfc-editor.org/rfc/rfc8252, https://www.rfc-editor.org/rfc/rfc7636
 */
export async function browserLogin(
  target: UsableLoginServer,
  { show, paste, signal, limitMs = 10 * 60_000, now = Date.now }: BrowserLoginOptions,
): Promise<Login> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  // A provider that hands no state through gets it as a part of the address that it sends the browser back to.
  const path = target.givesKey ? `/callback/${state}` : "/callback";
  const accept: Accept = ({ pathname, searchParams }) => {
    const isOurs = pathname === path && (target.givesKey || searchParams.get("state") === state);
    const answers = searchParams.has("code") || searchParams.has("error");
    return isOurs && answers ? searchParams : undefined;
  };
  const callback = await openCallbackServer(accept);
  const redirectUri = `${callback.origin}${path}`;
  try {
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    await show(pageOf(target, { redirectUri, challenge, state }));
    const answer = await firstAnswer(target, { callback, accept, paste, signal, limitMs });
    const code = answer.get("code") ?? "";
    const refusal = answer.get("error");
    if (refusal !== null) throw loginRefused(target, refusal);
    if (target.givesKey) return await exchangeForKey(target, { code, verifier, signal });
    const { server, client, authentication } = partyOf(target);
    // What else the browser brought is not looked at: there is one server, whose addresses are known.
    const parameters = oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code, state }),
      state,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      requestOptions(signal),
    );
    return loginOf(await oauth.processAuthorizationCodeResponse(server, client, response), now());
  } catch (error) {
    signal.throwIfAborted();
    throw loginFailed(target, error);
  } finally {
    await callback.close();
  }
}

/** What a browser brings or a person pastes, whichever comes first. */
async function firstAnswer(
  target: UsableLoginServer,
  {
    callback,
    accept,
    paste,
    signal,
    limitMs,
  }: Pick<BrowserLoginOptions, "paste" | "signal"> & {
    readonly callback: CallbackServer;
    readonly accept: Accept;
    readonly limitMs: number;
  },
): Promise<URLSearchParams> {
  const answered = new AbortController();
  const waiting = AbortSignal.any([signal, answered.signal]);
  const limit = delay(limitMs, undefined, { signal: waiting }).then(() => {
    throw loginExpired(target);
  });
  try {
    return await Promise.race([callback.answer, pastedAnswer(accept, paste, waiting), limit]);
  } finally {
    answered.abort();
  }
}

function pageOf(
  { authorizeUrl = "", clientId, scopes, givesKey }: UsableLoginServer,
  {
    redirectUri,
    challenge,
    state,
  }: { readonly redirectUri: string; readonly challenge: string; readonly state: string },
): string {
  const url = new URL(authorizeUrl);
  const parameters: Record<string, string> = givesKey
    ? { callback_url: redirectUri }
    : { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state };
  if (scopes.length > 0) parameters["scope"] = scopes.join(" ");
  Object.assign(parameters, { code_challenge: challenge, code_challenge_method: "S256" });
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

type Accept = (url: URL) => URLSearchParams | undefined;

/** Ends with an answer, or never. */
async function pastedAnswer(
  accept: Accept,
  paste: BrowserLoginOptions["paste"],
  signal: AbortSignal,
): Promise<URLSearchParams> {
  let wrong: string | undefined;
  while (paste !== undefined && !signal.aborted) {
    const text = (await paste(signal, wrong))?.trim();
    if (text === undefined) break;
    const url = URL.parse(text);
    // What is no address is the code alone; the person has brought it here themselves.
    if (url === null && /^[^\s/?&=]{4,2000}$/.test(text)) return new URLSearchParams({ code: text });
    const answer = url === null ? undefined : accept(url);
    if (answer !== undefined) return answer;
    wrong =
      url === null
        ? "That is neither an address nor a code."
        : "That is no answer to this login: it has no code, or belongs to an earlier one.";
  }
  return await new Promise(() => undefined);
}
