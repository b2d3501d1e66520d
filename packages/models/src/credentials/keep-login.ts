import { randomBytes } from "node:crypto";
import type { AuthFile } from "./auth-file.ts";
import type { StoredCredential } from "./stored-credential.ts";

export interface NewLogin {
  /** Id of the provider. */
  readonly provider: string;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** Where it is renewed, and as which client. Undefined: it is a key, and never renewed. */
  readonly renewal?: { readonly tokenUrl: string; readonly clientId: string } | undefined;
  /** @default `login` */
  readonly label?: string | undefined;
  /** Where it is sent. @default the provider's own address */
  readonly baseUrl?: string | undefined;
}

const loginSource = "login";

/** Keeps a login in place of an earlier one of that label, and of those of the provider that are over. */
export async function keepLogin(file: AuthFile, login: NewLogin): Promise<StoredCredential> {
  const { provider, accessToken, refreshToken, expiresAt, renewal, label = "login", baseUrl } = login;
  return await file.update((content) => {
    const entries = content.credential_pool[provider] ?? [];
    const before = entries.find((entry) => isLogin(entry) && entry.label === label);
    const priorities = entries.map(({ priority }, index) => priority ?? index);
    const entry: StoredCredential = {
      id: before?.id ?? randomBytes(3).toString("hex"),
      label,
      auth_type: renewal === undefined ? "api_key" : "oauth",
      priority: before?.priority ?? Math.max(-1, ...priorities) + 1,
      source: loginSource,
      access_token: accessToken,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt / 1000 }),
      ...(renewal === undefined ? {} : { token_url: renewal.tokenUrl, client_id: renewal.clientId }),
      ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    };
    const others = entries.filter((other) => other !== before && !(isLogin(other) && isOver(other)));
    content.credential_pool[provider] = [...others, entry];
    return entry;
  });
}

/** The logins of a provider, or of all. */
export async function listLogins(file: AuthFile, provider?: string): Promise<readonly ProviderLogin[]> {
  return Object.entries((await file.read()).credential_pool).flatMap(([owner, entries]) =>
    provider === undefined || owner === provider
      ? entries.filter(isLogin).map((entry) => ({ provider: owner, entry }))
      : [],
  );
}

export interface ProviderLogin {
  readonly provider: string;
  readonly entry: StoredCredential;
}

/** Whether it came of a login, here or in the original, and has its value in the file. */
function isLogin({ auth_type, source, access_token }: StoredCredential): boolean {
  if (source?.startsWith("env:")) return false;
  return source === loginSource || (auth_type === "oauth" && Boolean(access_token));
}

function isOver({ last_status }: StoredCredential): boolean {
  return last_status === "dead";
}
