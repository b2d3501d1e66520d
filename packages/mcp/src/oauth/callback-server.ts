import { createServer, type Server, type ServerResponse } from "node:http";

/** Waits on this machine for the browser that comes back from a login. */
export interface CallbackServer {
  /** `http://127.0.0.1:PORT/callback` */
  readonly redirectUri: string;
  /** What the first browser brought that `accept` took. */
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}

export interface CallbackServerOptions {
  /** The first that is free; 0: any. */
  readonly ports: readonly number[];
  /** What an address brings; undefined: it is none of ours. */
  readonly accept: (url: URL) => URLSearchParams | undefined;
}

/**
 * Listens on 127.0.0.1 for one answer. Who brings something else gets an error page, and the waiting goes on: any page in the
 * browser can send requests here.
 *
 * @throws the error of the last port, such as `EADDRINUSE`.
 */
export async function openCallbackServer({ ports, accept }: CallbackServerOptions): Promise<CallbackServer> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  let isAnswered = false;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", "http://127.0.0.1");
    const brought = request.method === "GET" && !isAnswered && url !== null ? accept(url) : undefined;
    if (brought === undefined) {
      page(response, 400, "This is no answer to the login that is waiting.");
      return;
    }
    isAnswered = true;
    const said = brought.has("error") ? "Nothing was given to Hermes." : "Hermes has the answer.";
    page(response, 200, `${said} You can close this page and go back to your terminal.`);
    resolve(brought);
  });
  const port = await listen(server, ports);
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    answer,
    async close() {
      // The page that was just sent is let out; connections that only wait are not waited for.
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const impatient = setTimeout(() => server.closeAllConnections(), 500);
      await closed;
      clearTimeout(impatient);
    },
  };
}

async function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  try {
    await new Promise<void>((listening, failed) => {
      server.once("error", failed);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", failed);
        listening();
      });
    });
  } catch (error) {
    if (others.length === 0) throw error;
    return await listen(server, others);
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`${text}\n`);
}
