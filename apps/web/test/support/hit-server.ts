import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** Listens on loopback, and counts who comes. */
export interface HitServer extends AsyncDisposable {
  /** Over TCP. */
  readonly url: string;
  readonly port: number;
  readonly udpPort: number;
  /** Connections and datagrams so far. */
  readonly hits: number;
  /** Of those that said anything. */
  readonly requests: number;
}

export async function hitServer(): Promise<HitServer> {
  let hits = 0;
  let requests = 0;
  const tcp = createServer((socket) => {
    hits++;
    socket.on("error", () => socket.destroy());
    socket.once("data", () => {
      requests++;
      socket.end("HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\n\r\n");
    });
  });
  const udp = createSocket("udp4");
  udp.on("message", () => {
    hits++;
    requests++;
  });
  tcp.listen(0, "127.0.0.1");
  udp.bind(0, "127.0.0.1");
  await Promise.all([once(tcp, "listening"), once(udp, "listening")]);
  // Bound to a port, it is no pipe.
  const { port } = tcp.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, port, udpPort: udp.address().port },
    get hits() {
      return hits;
    },
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}
