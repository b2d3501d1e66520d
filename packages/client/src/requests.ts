import { errorOf, offline } from "./api-error.ts";
import type { ApiRoute } from "./contract/api-routes.ts";

export interface RequestsOptions {
  /** Where the server is, such as `http://127.0.0.1:8642`. */
  readonly baseUrl: string | URL;
  /** Absent: a page that came in by a link has its cookie. */
  readonly token?: string | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined;
}

export interface SentCall {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests with the token. */
export class Requests {
  readonly #base: URL;
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;

  constructor({ baseUrl, token, fetch: send = globalThis.fetch }: RequestsOptions) {
    this.#base = new URL(baseUrl);
    this.#token = token;
    // Called as a method, a browser's own refuses to work.
    this.#fetch = (...given) => send(...given);
  }

  /**
   * @returns What was answered, where it is a success.
   * @throws {ApiError} @throws the reason of the signal.
   */
  async send({ method, path }: Pick<ApiRoute, "method" | "path">, call: SentCall): Promise<Response> {
    const { params = {}, query = {}, body, signal, headers = {} } = call;
    const url = this.url(
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
    );
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await this.#ask(url, {
      method,
      headers: {
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    throw await errorOf(response);
  }

  url(path: string): URL {
    return new URL(this.#base.pathname.replace(/\/$/, "") + path, this.#base);
  }

  /** What a WebSocket says as its protocols: in a browser it can send no header. */
  get protocols(): string[] {
    return ["hermes.v1", ...(this.#token === undefined ? [] : [`hermes.bearer.${this.#token}`])];
  }

  async #ask(url: URL, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (error) {
      init.signal?.throwIfAborted();
      throw offline(error);
    }
  }
}
