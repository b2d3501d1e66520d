// The other processes of proxy.bench.ts: `server`, `relay SOCKET PORT`, `client PORT [RELAY]`. Each says its port or times in lines.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect as secure, createServer as createSecureServer } from "node:tls";

const size = 100_000_000;
// A key that both know, so that no certificate is needed.
const psk = Buffer.alloc(32, 1);
const keyed = { ciphers: "PSK-AES128-GCM-SHA256", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;
const [role, first = "", second = ""] = process.argv.slice(2);

function say(server: Server): void {
  // A server that listens has an address with a port.
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
}

async function open(): Promise<Socket> {
  if (second === "") return connect(Number(first), "127.0.0.1");
  const socket = connect(Number(second), "127.0.0.1");
  socket.write(`CONNECT localhost:${first} HTTP/1.1\r\n\r\n`);
  await once(socket, "readable");
  socket.read();
  return socket;
}

if (role === "server") {
  const block = Buffer.alloc(1_000_000, "x");
  const server = createSecureServer({ ...keyed, pskCallback: () => psk }, (socket) => {
    let left = size;
    const more = (): void => {
      while (left > 0) {
        left -= block.length;
        if (!socket.write(block)) return;
      }
      socket.end();
    };
    socket.on("drain", more).on("error", () => undefined);
    more();
  });
  say(server);
} else if (role === "relay") {
  const server = createServer((near) => {
    let isWaiting = false;
    const buffer = Buffer.allocUnsafe(128 * 1024);
    const callback = (length: number, bytes: Uint8Array): boolean => {
      near.write(bytes.subarray(0, length), () => {
        if (isWaiting && near.writableLength === 0) far.resume();
        isWaiting &&= near.writableLength > 0;
      });
      isWaiting = near.writableLength > 0;
      return !isWaiting;
    };
    const far = connect({ path: first, onread: { buffer, callback } });
    near.on("error", () => far.destroy()).pipe(far);
    far.on("error", () => near.destroy()).once("end", () => near.end());
  });
  say(server);
} else {
  for await (const _ of process.stdin) {
    const startedAt = performance.now();
    const socket = secure({
      ...keyed,
      socket: await open(),
      pskCallback: () => ({ psk, identity: "bench" }),
      checkServerIdentity: () => undefined,
    });
    let count = 0;
    for await (const chunk of socket) count += (chunk as Buffer).length; // A socket without an encoding gives bytes.
    console.log(count === size ? performance.now() - startedAt : Number.NaN);
  }
}
