import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpOAuthChoice } from "../client/server-entry.ts";
import { type CallbackServer, openCallbackServer } from "./callback-server.ts";
import { chooseClient } from "./choose-client.ts";
import type { Authorization } from "./find-authorization.ts";
import { loginExpired, loginRefused, portTaken } from "./login-failed.ts";
import type { StoredClient, StoredLogin } from "./token-file.ts";
import { exchangeCode } from "./token-request.ts";

/** A person who can log in now. */
export interface McpInteraction {
  readonly signal: AbortSignal;
  /** Shows the address, which is http or https, and opens it where that can be done. @returns whether a browser was opened. */
  open(url: string): Promise<boolean>;
  /**
   * Asks for the address that the browser ended at; their browser may run on another machine. Asked again, with what is wrong,
   * while what they paste is no answer. Undefined: nobody can paste.
   */
  readonly paste?:
    | ((options: { readonly signal: AbortSignal; readonly wrong?: string }) => Promise<string>)
    | undefined;
  /** @default 5 minutes */
  readonly limitMs?: number | undefined;
}

export interface BrowserLoginOptions {
  readonly name: string;
  readonly authorization: Authorization;
  readonly choice: McpOAuthChoice;
  readonly clientMetadataUrl?: string | undefined;
  /** What this authorization server has registered before. */
  readonly stored?: StoredClient | undefined;
  readonly scope?: string | undefined;
  readonly person: McpInteraction;
  /** Guarded. */
  readonly fetch: FetchLike;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Sends the person to a page of the authorization server, and waits for the code that their browser brings back or that they
 * paste. The code is worth nothing to others (PKCE), and only an answer with the state of this login, and of the server that was
 * asked, counts.
 *
 * @throws {HermesError} `LOGIN_…`; what `signal` was aborted with; what the SDK throws.
 * @see https://www.rfc-editor.org/rfc/rfc8252, https://www.rfc-editor.org/rfc/rfc9207
 */
export async function browserLogin(options: BrowserLoginOptions): Promise<StoredLogin> {
  const { name, authorization, scope, person, fetch } = options;
  const { issuer, authorizationServer, metadata, resource } = authorization;
  const { startAuthorization, validateAuthorizationResponseIssuer } =
    await import("@modelcontextprotocol/client");
  const state = randomBytes(32).toString("base64url");
  const accept: Accept = ({ pathname, searchParams }) => {
    const isOurs = pathname === "/callback" && searchParams.get("state") === state;
    return isOurs && (searchParams.has("code") || searchParams.has("error")) ? searchParams : undefined;
  };
  const callback = await openCallbackServer({ ports: portsOf(options), accept }).catch((error: unknown) => {
    throw portTaken(options.choice.redirectPort, error);
  });
  const { redirectUri } = callback;
  try {
    const client = await chooseClient({ ...options, redirectUri });
    const { authorizationUrl, codeVerifier } = await startAuthorization(authorizationServer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientInformation: { client_id: client.client_id },
      redirectUrl: redirectUri,
      state,
      ...(scope === undefined ? {} : { scope }),
      ...(resource === undefined ? {} : { resource }),
    });
    await person.open(authorizationUrl.href);
    const answer = await firstAnswer({ name, callback, accept, person });
    const iss = answer.get("iss") ?? undefined;
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
    const refusal = answer.get("error");
    if (refusal !== null) throw loginRefused(name, refusal);
    const code = answer.get("code") ?? "";
    const tokens = await exchangeCode({
      ...{ authorization, client, scope, fetch },
      ...{ code, iss, codeVerifier, redirectUri },
    });
    return { issuer, client, tokens };
  } finally {
    await callback.close();
  }
}

/** The port that the settings name, alone; else the one that is registered already, so that the client stays the same. */
function portsOf({ choice: { redirectPort }, stored }: BrowserLoginOptions): readonly number[] {
  if (redirectPort !== undefined) return [redirectPort];
  const known = (stored?.redirect_uris ?? [])
    .map((uri) => Number(URL.parse(uri)?.port))
    .filter((port) => port > 0);
  return [...known, 0];
}

/** What a browser brings or a person pastes, whichever comes first. */
async function firstAnswer({
  name,
  callback,
  accept,
  person: { signal, paste, limitMs = 5 * 60_000 },
}: {
  readonly name: string;
  readonly callback: CallbackServer;
  readonly accept: Accept;
  readonly person: McpInteraction;
}): Promise<URLSearchParams> {
  const answered = new AbortController();
  const waiting = AbortSignal.any([signal, answered.signal]);
  const limit = delay(limitMs, undefined, { signal: waiting }).then(() => {
    throw loginExpired(name);
  });
  try {
    return await Promise.race([callback.answer, pastedAnswer(accept, paste, waiting), limit]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    answered.abort();
  }
}

type Accept = (url: URL) => URLSearchParams | undefined;

const maxPastes = 10;

/** Ends with an answer, or never. */
async function pastedAnswer(
  accept: Accept,
  paste: McpInteraction["paste"],
  signal: AbortSignal,
): Promise<URLSearchParams> {
  let wrong: string | undefined;
  for (let asked = 0; paste !== undefined && asked < maxPastes && !signal.aborted; asked += 1) {
    const url = URL.parse((await paste({ signal, ...(wrong === undefined ? {} : { wrong }) })).trim());
    const answer = url === null ? undefined : accept(url);
    if (answer !== undefined) return answer;
    wrong =
      url === null
        ? "That is no address. Paste all of it, from http:// on."
        : "That is no answer to this login: it has no code, or belongs to an earlier one.";
  }
  return await new Promise(() => undefined);
}
