import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";

export type Pages = (request: IncomingMessage) => { readonly location: string } | { readonly html: string };

/** Every address of the network namespace is this machine, on the ports of the corpus; who connects where is counted. */
export interface WholeInternet {
  /** Addresses and ports that were connected to, other than public ones, since this was last asked. */
  takeForbidden(): readonly string[];
  /** Hosts that were asked for at a public address since this was last asked. */
  takeReached(): readonly string[];
  close(): void;
}

const ports = [80, 443, 1900, 3000, 5000, 6379, 8000, 8080, 8443, 8642, 9200];

/** As servers write it: bytes, and no line breaks. */
function headerOf(location: string): string {
  return Buffer.from(location.replaceAll(/[\r\n\0]/g, "")).toString("latin1");
}

/** The only addresses that may be reached: those that stand for the Internet in the corpus. */
const publicAddresses = /^(?:93\.184\.216\.34|8\.8\.8\.8|172\.32\.0\.1|192\.169\.0\.1)$/;

export async function wholeInternet(pages: Pages): Promise<WholeInternet> {
  let forbidden: string[] = [];
  let reached: string[] = [];
  const servers = ports.map((port) => {
    const server = createServer((request, response) => answer(request, response));
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      reached.push(request.headers.host ?? "");
      const page = pages(request);
      if ("location" in page) response.writeHead(302, { location: headerOf(page.location) }).end();
      else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
    };
    server.on("connection", ({ localAddress = "" }) => {
      const address = localAddress.replace(/^::ffff:/, "");
      if (!publicAddresses.test(address))
        forbidden.push(`${isIPv6(address) ? `[${address}]` : address}:${port}`);
    });
    server.on("upgrade", (_request, socket) => socket.destroy());
    return new Promise<typeof server>((resolve, reject) => {
      server.once("error", reject).listen(port, "::", () => resolve(server));
    });
  });
  const listening = await Promise.all(servers);
  return {
    takeForbidden() {
      const all = forbidden;
      forbidden = [];
      return all;
    },
    takeReached() {
      const all = reached;
      reached = [];
      return all;
    },
    close() {
      for (const server of listening) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
