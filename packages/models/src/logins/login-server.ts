import { HermesError } from "@hermes/registry/errors";
import { findProvider } from "../choice/providers.ts";

/** Where a person logs in to a provider of models, and how. */
export interface LoginServer {
  /** Id of the provider. */
  readonly provider: string;
  /** For people. */
  readonly label: string;
  /** Undefined: the provider knows no client of its own for everybody; one's own must be registered. */
  readonly clientId?: string | undefined;
  readonly scopes: readonly string[];
  /** Gives out device codes. */
  readonly deviceUrl?: string | undefined;
  /** Page where a person says yes in a browser. */
  readonly authorizeUrl?: string | undefined;
  readonly tokenUrl: string;
  /** Where a token is ended (RFC 7009), if the provider documents one. */
  readonly revokeUrl?: string | undefined;
  /** Header for the refresh token, of a provider that wants it there and not in the body. */
  readonly refreshTokenHeader?: string | undefined;
  /** The code is exchanged for a key that lasts, and not for a token. */
  readonly givesKey?: true | undefined;
  /** Page of the provider where a person registers a client. */
  readonly registerPage?: string | undefined;
  /** Page of the provider where a person ends what was given out. */
  readonly accountPage?: string | undefined;
}

/** What the person has set about the logins of a provider. */
export interface LoginSettings {
  readonly client_id?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly device_url?: string | undefined;
  readonly authorize_url?: string | undefined;
  readonly token_url?: string | undefined;
  readonly revoke_url?: string | undefined;
}

/** Providers whose logins third parties can use. None was tried against the service itself. */
// oxfmt-ignore
export const loginServers: readonly LoginServer[] = [
  // The client is that of Hermes itself. https://portal.nousresearch.com
  { provider: "nous", label: "Nous Portal", clientId: "hermes-cli", scopes: ["inference:invoke"], deviceUrl: "https://portal.nousresearch.com/api/oauth/device/code", tokenUrl: "https://portal.nousresearch.com/api/oauth/token", refreshTokenHeader: "x-nous-refresh-token", accountPage: "https://portal.nousresearch.com" },
  // Knows no clients at all. https://openrouter.ai/docs/guides/overview/auth/oauth
  { provider: "openrouter", label: "OpenRouter", clientId: "", scopes: [], authorizeUrl: "https://openrouter.ai/auth", tokenUrl: "https://openrouter.ai/api/v1/auth/keys", givesKey: true, accountPage: "https://openrouter.ai/settings/keys" },
  // https://huggingface.co/docs/hub/oauth
  { provider: "huggingface", label: "Hugging Face", scopes: ["inference-api"], deviceUrl: "https://huggingface.co/oauth/device", authorizeUrl: "https://huggingface.co/oauth/authorize", tokenUrl: "https://huggingface.co/oauth/token", registerPage: "https://huggingface.co/settings/applications/new", accountPage: "https://huggingface.co/settings/connected-applications" },
];

/** A server that can be logged in to, with the client to do it as. */
export type UsableLoginServer = LoginServer & { readonly clientId: string };

/**
 * The row of a provider, with what the person has set. A provider without a row needs `token_url` and one of `device_url` and
 * `authorize_url`.
 *
 * @param name Id or alias of the provider.
 * @throws {HermesError} `LOGIN_UNKNOWN`, `LOGIN_NO_CLIENT`, `LOGIN_URL_INVALID`.
 */
export function findLoginServer(
  name: string,
  settings: Readonly<Record<string, LoginSettings>> = {},
): UsableLoginServer {
  const known = findProvider(name);
  const provider = known?.id ?? name;
  const row = loginServers.find((server) => server.provider === provider);
  const own = settings[provider] ?? {};
  const tokenUrl = own.token_url ?? row?.tokenUrl;
  const deviceUrl = own.device_url ?? row?.deviceUrl;
  const authorizeUrl = own.authorize_url ?? row?.authorizeUrl;
  if (tokenUrl === undefined || (deviceUrl ?? authorizeUrl) === undefined) {
    const logins = loginServers.map((server) => server.provider).join(", ");
    throw new HermesError(`Nothing is known of logins to ${provider}.`, {
      code: "LOGIN_UNKNOWN",
      hint: `There are logins to ${logins}. For a server of your own give its token_url, and its device_url or authorize_url.`,
      data: { provider, logins },
    });
  }
  const revokeUrl = own.revoke_url ?? row?.revokeUrl;
  for (const url of [tokenUrl, deviceUrl, authorizeUrl, revokeUrl]) {
    if (url !== undefined && !isSafeUrl(url)) {
      throw new HermesError(`"${url}" can't be the address of a login: it is not https.`, {
        code: "LOGIN_URL_INVALID",
        hint: "Correct it. http is for this machine alone.",
        data: { provider },
      });
    }
  }
  const clientId = own.client_id ?? row?.clientId;
  if (clientId === undefined) {
    const where = row?.registerPage === undefined ? "" : ` at ${row.registerPage}`;
    throw new HermesError(`A login to ${row?.label ?? provider} needs a client of your own.`, {
      code: "LOGIN_NO_CLIENT",
      hint: `Register a public one (without a secret)${where}, and give its client_id.`,
      data: { provider, registerPage: row?.registerPage },
    });
  }
  return {
    ...row,
    ...{ provider, label: row?.label ?? known?.label ?? provider, clientId },
    ...{ tokenUrl, deviceUrl, authorizeUrl, revokeUrl, scopes: own.scopes ?? row?.scopes ?? [] },
  };
}

/** Tokens travel over TLS, or not at all beyond this machine. */
export function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === "https:") return true;
  return url?.protocol === "http:" && /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname);
}
