import { withFileLock } from "@hermes/atomic-files";
import { type AuthFile, entryOf, providerOf } from "./auth-file.ts";
import type { StoredCredential } from "./stored-credential.ts";

/** A login as its server renewed it. */
export interface RenewedLogin {
  readonly accessToken: string;
  /** Absent: the one before stays good. */
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/** The login is over until the person logs in again; `ended` is the server's code, such as `invalid_grant`. */
export interface EndedLogin {
  readonly ended: string;
}

/** Asks the server of a login for a new token. `provider` as in the file. What it throws leaves the login as it is. */
export type Renew = (
  entry: StoredCredential,
  options: { readonly provider: string; readonly signal: AbortSignal },
) => Promise<RenewedLogin | EndedLogin>;

export interface RefreshLoginOptions {
  readonly id: string;
  /** The token that was refused or is about to expire. */
  readonly seen: string;
  readonly renew: Renew;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** A renewal takes a request, and those of other processes wait for it. */
const longestRenewalMs = 60_000;

/**
 * The new token of a login; undefined when it can't be renewed. Whoever comes while another process renews it waits, and gets
 * what that one got: one request for all.
 */
export async function refreshLogin(
  file: AuthFile,
  { id, seen, renew, signal, now }: RefreshLoginOptions,
): Promise<string | undefined> {
  const lock = `${file.path}.${id.replace(/[^\w-]/g, "_")}.refresh.lock`;
  return await withFileLock(
    lock,
    async () => {
      const content = await file.read();
      const entry = entryOf(content, id);
      if (entry === undefined || entry.last_status === "dead") return undefined;
      if (entry.access_token && entry.access_token !== seen) return entry.access_token;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(longestRenewalMs / 2)]);
      const renewed = await renew(entry, { provider: providerOf(content, entry), signal: limit });
      return await file.update((content) => {
        const kept = entryOf(content, id);
        if (kept === undefined) return undefined;
        Object.assign(kept, fieldsOf(renewed, now()));
        return "ended" in renewed ? undefined : renewed.accessToken;
      });
    },
    { code: "AUTH_REFRESH_BUSY", waitMs: longestRenewalMs, signal },
  );
}

function fieldsOf(renewed: RenewedLogin | EndedLogin, now: number): Partial<StoredCredential> {
  if ("ended" in renewed)
    return { last_status: "dead", last_status_at: now / 1000, last_error_reason: renewed.ended };
  const { accessToken, refreshToken, expiresAt } = renewed;
  return {
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt / 1000 }),
    last_status: "ok",
    last_status_at: now / 1000,
    last_error_reason: null,
    last_error_reset_at: null,
  };
}
