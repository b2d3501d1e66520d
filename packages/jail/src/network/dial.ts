import { connect } from "node:net";
import type { LookupFunction, Socket } from "node:net";
import type { Target } from "./host-list.ts";
import { connectThrough } from "./upstream-proxy.ts";
import type { UpstreamProxy } from "./upstream-proxy.ts";

const connectTimeoutMs = 30_000;

/** How a target is reached: at addresses that were checked, or by another proxy, which looks it up by itself. */
export type Route =
  | { readonly target: Target; readonly addresses: readonly string[] }
  | { readonly target: Target; readonly proxy: UpstreamProxy };

/** Connects to a target, for bytes of any kind. */
export async function openTunnel(route: Route): Promise<Socket> {
  const socket = await dial(route);
  return "proxy" in route ? await connectThrough(route.proxy, { socket, target: route.target }) : socket;
}

/** Connects to what a route leads to first: the target or the proxy. */
export async function dial(route: Route): Promise<Socket> {
  if ("addresses" in route) return await connected(route.target, pinned(route.addresses));
  const { proxy } = route;
  const socket = await connected(proxy);
  if (!proxy.isTls) return socket;
  const tls = await import("node:tls");
  const secured = tls.connect({ socket, servername: proxy.host });
  return await settled(secured, "secureConnect");
}

async function connected({ host, port }: Target, lookup?: LookupFunction): Promise<Socket> {
  const options = { host, port, allowHalfOpen: true, noDelay: true, keepAlive: true };
  const socket = connect(lookup === undefined ? options : { ...options, lookup, autoSelectFamily: true });
  return await settled(socket, "connect");
}

async function settled<Kind extends Socket>(socket: Kind, event: "connect" | "secureConnect"): Promise<Kind> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error("there is no answer")), connectTimeoutMs);
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(timer));
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Answers with what was checked: a second look-up could lead elsewhere. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
