import { randomUUID } from "node:crypto";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import type { PlatformHost } from "../platform.ts";
import {
  createMatrixApi,
  isUnknownToken,
  type MatrixAnswer,
  type MatrixApi,
  type MatrixCall,
} from "./matrix-api.ts";
import type { MatrixSettings } from "./matrix-settings.ts";

export const unauthorisedHint =
  "Set MATRIX_ACCESS_TOKEN to a token that is in use (in Element: All settings, Help & About, Access Token), or MATRIX_USER_ID and MATRIX_PASSWORD.";

/** Somebody who is known to the homeserver. */
export interface MatrixIdentity {
  readonly api: MatrixApi;
  readonly userId: string;
  /** Takes a new token where the old one counts no more. False: there is no password, or it is refused. */
  renew(): Promise<boolean>;
}

export interface SignIn {
  readonly fetch: typeof globalThis.fetch;
  readonly memory: PlatformHost["memory"];
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const whoami = z.object({ user_id: z.string().startsWith("@") });
const loggedIn = z.object({ user_id: z.string().startsWith("@"), access_token: z.string().min(1) });
const kept = z.object({
  root: z.string(),
  user: z.string(),
  device: z.string(),
  token: z.string().optional(),
});
const wellKnown = z.object({ "m.homeserver": z.object({ base_url: z.url({ protocol: /^https$/ }) }) });

/**
 * With the token, or with the password: then the token and the device are kept, so that one device serves all restarts.
 *
 * @throws {HermesError} `PLATFORM_UNAUTHORISED`, `PLATFORM_UNREACHABLE`
 */
export async function signIn(settings: MatrixSettings, options: SignIn): Promise<MatrixIdentity> {
  const { access_token: given, user_id: user, password, homeserver } = settings;
  if (homeserver === undefined || (given === undefined && (user === undefined || password === undefined)))
    throw unauthorised("Matrix has no homeserver, or nobody to sign in as.");
  const { fetch, memory, signal, timeoutMs } = options;
  const root = await rootOf(homeserver, options);
  const call: Pick<MatrixCall, "signal" | "timeoutMs"> = { signal, timeoutMs };
  const before = kept.safeParse(jsonOf((await memory.read("session")) ?? "")).data;
  const own = before?.root === root && before.user === user ? before : undefined;
  const api = createMatrixApi({ root, fetch, token: given ?? own?.token });

  const login = async (): Promise<MatrixAnswer> => {
    const device = own?.device ?? `HERMES${randomUUID().slice(0, 8).toUpperCase()}`;
    const answer = await api.call("/_matrix/client/v3/login", {
      ...{ ...call, method: "POST", anonymous: true },
      body: {
        type: "m.login.password",
        identifier: { type: "m.id.user", user },
        ...{ password, device_id: device, initial_device_display_name: "Hermes" },
      },
    });
    const found = answer.ok ? loggedIn.safeParse(answer.result).data : undefined;
    if (found === undefined || user === undefined) return answer;
    api.token = found.access_token;
    await memory.write("session", JSON.stringify({ root, user, device, token: found.access_token }));
    return answer;
  };

  let answer =
    api.token === undefined ? await login() : await api.call("/_matrix/client/v3/account/whoami", call);
  if (isUnknownToken(answer) && given === undefined && own?.token !== undefined) answer = await login();
  signal.throwIfAborted();
  if (!answer.ok) throw connectError(answer, homeserver);
  const me = whoami.safeParse(answer.result).data;
  if (me === undefined || api.token === undefined)
    throw new HermesError(`What answers at ${homeserver} is not Matrix.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "Look at MATRIX_HOMESERVER.",
    });
  let renewing: Promise<boolean> | undefined;
  return {
    api,
    userId: me.user_id,
    renew: () =>
      (renewing ??=
        given === undefined
          ? login()
              .then(({ ok }) => ok)
              .finally(() => (renewing = undefined))
          : Promise.resolve(false)),
  };
}

/** A server's name says by a file of its own where its homeserver is. */
async function rootOf(homeserver: string, { fetch, signal, timeoutMs }: SignIn): Promise<string> {
  if (/^https?:\/\//i.test(homeserver)) return homeserver;
  const root = `https://${homeserver}`;
  const api = createMatrixApi({ root, fetch });
  const answer = await api.call("/.well-known/matrix/client", { signal, timeoutMs });
  const found = answer.ok ? wellKnown.safeParse(answer.result).data : undefined;
  return (found?.["m.homeserver"].base_url ?? root).replace(/\/+$/, "");
}

/** Why a connection was not made. */
export function connectError(answer: MatrixAnswer & { readonly ok: false }, homeserver: string): HermesError {
  if (isUnknownToken(answer) || /^M_(?:FORBIDDEN|USER_DEACTIVATED|INVALID_USERNAME)$/.test(answer.errcode))
    return unauthorised(`The homeserver does not let the bot in: ${answer.reason}.`);
  return new HermesError(`Matrix can't be reached at ${homeserver}: ${answer.reason}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at the connection of this machine, and at MATRIX_HOMESERVER.",
  });
}

function unauthorised(message: string): HermesError {
  return new HermesError(message, { code: "PLATFORM_UNAUTHORISED", hint: unauthorisedHint });
}
