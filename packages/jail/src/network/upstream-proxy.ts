import type { Socket } from "node:net";
import type { Environment } from "@hermes/registry";
import { formatTarget } from "./host-list.ts";
import type { Target } from "./host-list.ts";
import { http } from "./http.ts";

/** A proxy that the person's network wants to be used. */
export interface UpstreamProxy extends Target {
  readonly isTls: boolean;
  /** Value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** Which proxy a target is reached by, if any; `unknown` is one that is not of HTTP. */
export type ChooseUpstream = (
  scheme: "http" | "https",
  target: Target,
) => UpstreamProxy | "unknown" | undefined;

/** Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, in small letters first, as curl does. */
export function upstreamProxies(env: Environment): ChooseUpstream {
  const value = (name: string): string => (env[name] || env[name.toUpperCase()] || "").trim();
  const all = value("all_proxy");
  const proxies = {
    http: parseProxy(value("http_proxy") || all),
    https: parseProxy(value("https_proxy") || all),
  };
  const exceptions = value("no_proxy")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  return (scheme, target) =>
    exceptions.some((entry) => isException(entry, target)) ? undefined : proxies[scheme];
}

function parseProxy(text: string): UpstreamProxy | "unknown" | undefined {
  if (text === "") return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return "unknown";
  const isTls = url.protocol === "https:";
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
    authorization: login === ":" ? undefined : `Basic ${Buffer.from(login).toString("base64")}`,
  };
}

/** A name stands for all below it, with a dot before it or not. */
function isException(entry: string, target: Target): boolean {
  if (entry === "*") return true;
  const [, name = "", port] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (entry.replace(/^\[|\]$/g, "") === target.host) return true;
  const fits = target.host === name || target.host.endsWith(`.${name}`);
  return fits && (port === undefined || Number(port) === target.port);
}

/** Has a proxy connect to a target, by a connection to it. Rejects when it refuses. */
export async function connectThrough(
  proxy: UpstreamProxy,
  { socket, target }: { readonly socket: Socket; readonly target: Target },
): Promise<Socket> {
  const path = formatTarget(target);
  return await new Promise((resolve, reject) => {
    const asked = http().request({
      method: "CONNECT",
      path,
      headers: { host: path, ...proxyHeaders(proxy) },
      createConnection: () => socket,
    });
    asked.once("connect", ({ statusCode = 0 }, connected: Socket, head) => {
      if (statusCode !== 200) {
        connected.destroy();
        reject(new Error(`the proxy ${formatTarget(proxy)} answers ${statusCode}`));
        return;
      }
      if (head.length > 0) connected.unshift(head);
      resolve(connected);
    });
    asked.once("response", ({ statusCode }) => {
      socket.destroy();
      reject(new Error(`the proxy ${formatTarget(proxy)} answers ${statusCode}`));
    });
    asked.once("error", reject);
    asked.end();
  });
}

export function proxyHeaders({ authorization }: UpstreamProxy): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { "proxy-authorization": authorization };
}
