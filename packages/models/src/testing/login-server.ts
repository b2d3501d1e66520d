import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

/** A request that a server of logins got. */
export interface LoginRequest {
  readonly method: string;
  /** `/device`, `/authorize`, `/token`, `/keys` or `/revoke`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Of the query, and of a form or JSON. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What an address answers. */
export interface LoginAnswer {
  /** @default 200 */
  readonly status?: number | undefined;
  /** Sent as JSON, or as it is where it is text. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface LoginServerOptions {
  /** Answers in place of the server; undefined: the server does. `index` counts requests to that path. */
  readonly script?: ((request: LoginRequest, index: number) => LoginAnswer | undefined) | undefined;
  /** Seconds that a token is good. @default 3600 */
  readonly expiresIn?: number | undefined;
  /** Header that has the refresh token, where it is not in the body. */
  readonly refreshTokenHeader?: string | undefined;
}

export interface TestLoginServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly LoginRequest[];
  close(): Promise<void>;
}

/**
 * A server of logins on this machine: device codes (RFC 8628), codes with PKCE (RFC 7636), refresh tokens that are good once
 * (RFC 9700), revocation (RFC 7009), and OpenRouter's exchange of a code for a key. Whoever comes is let in. Tokens are called
 * `access-token-1`, `refresh-token-1`, …; keys `sk-or-key-1`, ….
 */
export async function startLoginServer({
  script,
  expiresIn = 3600,
  refreshTokenHeader,
}: LoginServerOptions = {}): Promise<TestLoginServer> {
  const requests: LoginRequest[] = [];
  let url = "";
  const answer = createAnswers(() => url, { expiresIn, refreshTokenHeader });
  const server = createServer((message, response) => {
    const reply = (request: LoginRequest): void => {
      const index = requests.filter(({ path }) => path === request.path).length;
      requests.push(request);
      const { status = 200, body, headers } = script?.(request, index) ?? answer(request);
      const isText = typeof body === "string";
      response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
      response.end(isText ? body : JSON.stringify(body));
    };
    readRequest(message).then(reply, (reason: unknown) => response.writeHead(400).end(String(reason)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  url = `http://127.0.0.1:${address.port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, requests, close, [Symbol.asyncDispose]: close };
}

/** What the server itself answers. @param url Address of the server. */
function createAnswers(
  url: () => string,
  { expiresIn, refreshTokenHeader }: Omit<LoginServerOptions, "script">,
): (request: LoginRequest) => LoginAnswer {
  /** By code: the challenge that its verifier has to fit, and where the browser was sent back to. */
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  const refreshTokens = new Set<string>();
  let count = 0;

  const tokens = (): LoginAnswer => {
    const number = ++count;
    refreshTokens.add(`refresh-token-${number}`);
    return {
      body: {
        access_token: `access-token-${number}`,
        refresh_token: `refresh-token-${number}`,
        token_type: "Bearer",
        expires_in: expiresIn,
      },
    };
  };
  const isProven = ({ code = "", code_verifier = "" }: LoginRequest["fields"]): boolean => {
    const given = codes.get(code);
    codes.delete(code);
    return given?.challenge === createHash("sha256").update(code_verifier).digest("base64url");
  };
  const answers: Readonly<Record<string, (request: LoginRequest) => LoginAnswer>> = {
    "/device": () => ({
      body: {
        device_code: "the-device-code",
        user_code: "WDJB-MJHT",
        verification_uri: `${url()}/activate`,
        verification_uri_complete: `${url()}/activate?user_code=WDJB-MJHT`,
        expires_in: 900,
        interval: 1,
      },
    }),
    "/authorize": ({ fields }) => {
      const { redirect_uri, callback_url, code_challenge = "", state } = fields;
      const back = new URL(redirect_uri ?? callback_url ?? "");
      const code = `code-${++count}`;
      codes.set(code, { challenge: code_challenge, redirect: back.href });
      back.searchParams.set("code", code);
      if (state !== undefined) back.searchParams.set("state", state);
      return { status: 302, body: "", headers: { location: back.href } };
    },
    "/token": ({ fields, headers }) => {
      const { grant_type, code = "", redirect_uri } = fields;
      if (grant_type === "urn:ietf:params:oauth:grant-type:device_code") return tokens();
      if (grant_type === "authorization_code") {
        const isSame = codes.get(code)?.redirect === redirect_uri;
        return isProven(fields) && isSame ? tokens() : error("invalid_grant");
      }
      const refreshToken =
        refreshTokenHeader === undefined ? fields["refresh_token"] : headers[refreshTokenHeader];
      return refreshTokens.delete(String(refreshToken)) ? tokens() : error("invalid_grant");
    },
    "/keys": ({ fields }) =>
      isProven(fields)
        ? { body: { key: `sk-or-key-${count}`, user_id: "somebody" } }
        : { status: 403, body: { error: { code: 403, message: "Invalid code" } } },
    "/revoke": () => ({ body: "" }),
  };
  return (request) => answers[request.path]?.(request) ?? error("not_found", 404);
}

function error(code: string, status = 400): LoginAnswer {
  return { status, body: { error: code } };
}

async function readRequest(message: IncomingMessage): Promise<LoginRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  const { pathname, searchParams } = new URL(message.url ?? "", "http://127.0.0.1");
  const isJson = message.headers["content-type"]?.includes("json") === true;
  const sent: object = isJson ? Object(JSON.parse(text)) : Object.fromEntries(new URLSearchParams(text));
  const fields = { ...Object.fromEntries(searchParams), ...sent };
  return { method: message.method ?? "", path: pathname, headers: message.headers, fields };
}
