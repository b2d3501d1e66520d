import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

export interface ListeningAttacker {
  readonly tcp: number;
  readonly udp: number;
  /** All that came since the last time; a connection counts, too. */
  take(): string;
  close(): void;
}

/** Takes in whatever comes, and answers with a script that leaves a trace. */
export async function listeningAttacker(): Promise<ListeningAttacker> {
  let received = "";
  const script = 'touch "$HOME/pwned"\n';
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${script.length}\r\nconnection: close\r\n\r\n${script}`;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    received += "[connected] ";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      if (socket.writable) socket.end(answer);
    });
    socket.on("end", () => socket.destroy());
    // Whoever was killed meanwhile leaves the connection behind.
    socket.on("error", () => socket.destroy());
  });
  const names = createSocket("udp4", (bytes) => (received += bytes.toString("latin1")));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => names.bind(0, "127.0.0.1", done));
  return {
    // A server that listens on a port has an address that is no path.
    tcp: (server.address() as AddressInfo).port,
    udp: names.address().port,
    take: () => {
      const all = received;
      received = "";
      return all;
    },
    close: () => {
      server.close();
      names.close();
    },
  };
}
