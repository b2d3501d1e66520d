/** What a provider said where an answer was expected: a status that is no success, or an error inside a stream. */
export class ApiError extends Error {
  /** Of the HTTP answer. Undefined: it came inside a stream. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The body: data where it was JSON, else its text. */
  readonly error: unknown;

  constructor(status: number | undefined, body: unknown, headers: Headers) {
    super(status === undefined ? "The stream ended with an error." : `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.headers = headers;
    this.error = body;
  }
}
