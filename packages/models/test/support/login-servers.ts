import { onTestFinished } from "vitest";
import { findLoginServer, type UsableLoginServer } from "../../src/logins/index.ts";
import { type LoginServerOptions, startLoginServer, type TestLoginServer } from "../../src/testing/index.ts";

/** A server of logins that is gone after the test. */
export async function loginServerWith(options?: LoginServerOptions): Promise<TestLoginServer> {
  const server = await startLoginServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** The row of a provider, at a server of this machine. */
export function serverAt(url: string, provider = "nous", clientId?: string): UsableLoginServer {
  return findLoginServer(provider, {
    [provider]: {
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(provider === "openrouter" ? {} : { device_url: `${url}/device` }),
      ...(provider === "nous" ? {} : { authorize_url: `${url}/authorize` }),
      token_url: provider === "openrouter" ? `${url}/keys` : `${url}/token`,
      revoke_url: `${url}/revoke`,
    },
  });
}
