import type { GatewayStatus } from "@hermes/gateway";
import type { HomeApi } from "@hermes/runtime";
import { openGatewayPort } from "./gateway-port.ts";
import type { OpenGateway } from "./open-gateway.ts";

export interface ServeApiOptions {
  readonly status: () => Promise<GatewayStatus>;
  /** Of Hermes, as clients are told. */
  readonly version: string | undefined;
  readonly say: (line: string) => void;
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Serves the API beside everything else on the listener, where the settings say so. */
export async function serveApi(
  { runtime, home: { loaded } }: Pick<OpenGateway, "runtime" | "home">,
  { status, version, say }: ServeApiOptions,
): Promise<HomeApi | undefined> {
  const { api: settings, gateway } = loaded.settings;
  if (!settings.enabled) return undefined;
  if (!loopback.has(gateway.host)) {
    say(
      `The API is not served on ${gateway.host}, where others could read along. To serve it: hermes serve --tls-cert …`,
    );
    return undefined;
  }
  const startedAt = Date.now();
  const api = await runtime.api({
    ...{ version, token: settings.key, origins: settings.cors_origins },
    allowedHosts: [...gateway.allowed_hosts, ...settings.allowed_hosts],
    gateway: openGatewayPort({
      ...{ runtime, home: loaded.home },
      async info() {
        const { state, platforms } = await status();
        return {
          ...{ state, pid: process.pid, startedAt },
          platforms: platforms.map(({ name, state: now, reason }) => ({ name, state: now, problem: reason })),
        };
      },
    }),
  });
  const { url } = await api.serveHttp();
  say(`api: ready at ${url.origin}`);
  return api;
}
