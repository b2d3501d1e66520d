import { createServer, type ServerResponse } from "node:http";

/** Waits on this machine for the browser that comes back from a login. */
export interface CallbackServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** What the first browser brought that `accept` took. */
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1. Who brings something else gets an error page, and the waiting goes on: any page in the
 * browser can send requests here.
 *
 * @param accept What a URL brings; undefined: it is none of ours.
 */
export async function openCallbackServer(
  accept: (url: URL) => URLSearchParams | undefined,
): Promise<CallbackServer> {
  let resolve: (brought: URLSearchParams) => void = () => undefined;
  const answer = new Promise<URLSearchParams>((found) => {
    resolve = found;
  });
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", "http://127.0.0.1");
    const brought = request.method === "GET" && url !== null ? accept(url) : undefined;
    if (brought === undefined) {
      page(response, 400, "This is no answer to the login that is waiting.");
      return;
    }
    const said = brought.has("error") ? "Nothing was given to Hermes." : "Hermes has the answer.";
    page(response, 200, `${said} You can close this page and go back to your terminal.`);
    resolve(brought);
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", listening);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
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

function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`${text}\n`);
}
