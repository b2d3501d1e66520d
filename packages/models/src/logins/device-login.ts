import { setTimeout as delay } from "node:timers/promises";
import { HermesError } from "@hermes/registry/errors";
import * as oauth from "oauth4webapi";
import { isSafeUrl, type UsableLoginServer } from "./login-server.ts";
import {
  type Login,
  loginExpired,
  loginFailed,
  loginOf,
  mayPass,
  partyOf,
  refusalOf,
  requestOptions,
} from "./oauth.ts";

/** What a person does on any device that has a browser. */
export interface DevicePrompt {
  readonly userCode: string;
  /** Page that asks for the code. */
  readonly url: string;
  /** The same page with the code filled in, where the server has one. */
  readonly completeUrl?: string | undefined;
  /** Milliseconds since 1970: until then the code is good. */
  readonly expiresAt: number;
}

export interface DeviceLoginOptions {
  /** Called once, awaited. */
  readonly show: (prompt: DevicePrompt) => void | Promise<void>;
  readonly signal: AbortSignal;
  /** Rejects when aborted. @default a timer */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const usualInterval = 5;
const longestWaitMs = 60 * 60_000;

/**
 * Shows a code and asks until the person has said yes to it.
 *
 * @throws {HermesError} `LOGIN_DENIED`, `LOGIN_EXPIRED`, `LOGIN_REFUSED`, `LOGIN_UNREACHABLE`. What `signal` was aborted with.
 * @see https://www.rfc-editor.org/rfc/rfc8628
 */
export async function deviceLogin(
  target: UsableLoginServer,
  { show, signal, wait = waitFor, now = Date.now }: DeviceLoginOptions,
): Promise<Login> {
  try {
    const { server, client, authentication } = partyOf(target);
    const scope = target.scopes.join(" ");
    const device = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(
        server,
        client,
        authentication,
        scope === "" ? {} : { scope },
        requestOptions(signal),
      ),
    );
    const deadline = now() + Math.min(device.expires_in * 1000, longestWaitMs);
    await show(promptOf(target, device, deadline));

    let intervalMs = (device.interval ?? usualInterval) * 1000;
    for (;;) {
      await wait(Math.max(0, Math.min(intervalMs, deadline - now())), signal);
      if (now() >= deadline) throw loginExpired(target);
      try {
        const response = await oauth.deviceCodeGrantRequest(
          server,
          client,
          authentication,
          device.device_code,
          requestOptions(signal),
        );
        return loginOf(await oauth.processDeviceCodeResponse(server, client, response), now());
      } catch (error) {
        signal.throwIfAborted();
        const refusal = refusalOf(error);
        if (refusal === "slow_down") intervalMs += 5000;
        // Section 3.5: who does not get through asks less often.
        else if (mayPass(error)) intervalMs *= 2;
        else if (refusal !== "authorization_pending") throw error;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw loginFailed(target, error);
  }
}

function promptOf(
  { label }: UsableLoginServer,
  { user_code, verification_uri, verification_uri_complete }: oauth.DeviceAuthorizationResponse,
  expiresAt: number,
): DevicePrompt {
  // It is shown and opened: nothing but a page may come of it.
  if (!isSafeUrl(verification_uri)) {
    throw new HermesError(`${label} wants to be confirmed at an address that is not https.`, {
      code: "LOGIN_REFUSED",
      hint: "Nothing was opened, and nothing was kept.",
    });
  }
  const complete = verification_uri_complete;
  const isUsable = complete !== undefined && isSafeUrl(complete);
  return {
    ...{ userCode: user_code, url: verification_uri, expiresAt },
    ...(isUsable ? { completeUrl: complete } : {}),
  };
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
