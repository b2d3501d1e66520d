import { connect } from "node:net";
import type { LookupFunction, OnReadOpts, Socket, TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import type { Target } from "./host-list.ts";
import { connectThrough } from "./upstream-proxy.ts";
import type { UpstreamProxy } from "./upstream-proxy.ts";

const connectTimeoutMs = 30_000;

/** How a target is reached: at addresses that were checked, or by another proxy, which looks it up by itself. */
export type Route =
  | { readonly target: Target; readonly addresses: readonly string[] }
  | { readonly target: Target; readonly proxy: UpstreamProxy };

/**
 * Connects to a target, for bytes of any kind, and writes what comes from there to the client.
 *
 * @returns What is to be written to.
 */
export async function openTunnel(route: Route, client: Duplex): Promise<Socket> {
  if ("addresses" in route) {
    const server = await connected(route.target, {
      lookup: pinned(route.addresses),
      onread: writingTo(client, () => server.resume()),
    });
    return server.once("end", () => client.end());
  }
  const socket = await dial(route);
  const server = await connectThrough(route.proxy, { socket, target: route.target });
  server.pipe(client);
  return server;
}

const chunkBytes = 128 * 1024;

/** Reads into the same bytes again and again: with new ones for each read, downloads take half as long again. */
function writingTo(client: Duplex, resume: () => void): OnReadOpts {
  let isWaiting = false;
  const written = (): void => {
    if (!isWaiting || client.writableLength > 0) return;
    isWaiting = false;
    resume();
  };
  return {
    buffer: Buffer.allocUnsafe(chunkBytes),
    callback(length, bytes) {
      client.write(bytes.subarray(0, length), written);
      // What is not with the system yet still lies in those bytes.
      isWaiting = client.writableLength > 0;
      return !isWaiting;
    },
  };
}

/** Connects to what a route leads to first: the target or the proxy. */
export async function dial(route: Route): Promise<Socket> {
  if ("addresses" in route) return await connected(route.target, { lookup: pinned(route.addresses) });
  const { proxy } = route;
  const socket = await connected(proxy);
  if (!proxy.isTls) return socket;
  const tls = await import("node:tls");
  const secured = tls.connect({ socket, servername: proxy.host });
  return await settled(secured, "secureConnect");
}

async function connected(
  { host, port }: Target,
  options: Pick<TcpNetConnectOpts, "lookup" | "onread"> = {},
): Promise<Socket> {
  const always = { host, port, allowHalfOpen: true, noDelay: true, keepAlive: true, autoSelectFamily: true };
  return await settled(connect({ ...always, ...options }), "connect");
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
