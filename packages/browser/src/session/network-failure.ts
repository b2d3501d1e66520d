/** What went wrong, as one sentence, and what to do next. */
export interface Explanation {
  readonly message: string;
  readonly hint: string;
}

/** What Chromium's names of failures mean, in the order in which they are looked for. */
const failures: readonly (readonly [RegExp, string, string])[] = [
  [/NAME_NOT_RESOLVED|DNS/, "its name could not be looked up", "Check the address."],
  [/CONNECTION_REFUSED/, "nothing answers at that port", "Check the address and the port."],
  [
    /CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|HTTP2|QUIC/,
    "its server ended the connection",
    "Try again once, or open another address.",
  ],
  [
    /CERT_|SSL_|BAD_SSL/,
    "its certificate or encryption can't be trusted",
    "Nothing is opened past that: open another address, or tell the person.",
  ],
  [/TUNNEL_CONNECTION_FAILED|PROXY/, "the way out did not let it through", "Open another address."],
  [/TIMED_OUT/, "its server did not answer in time", "Try again once, or open another address."],
  [/TOO_MANY_REDIRECTS/, "it redirects without an end", "Open another address."],
  [
    /INVALID_AUTH|HTTP_RESPONSE_CODE_FAILURE|UNSUPPORTED_AUTH/,
    "it asks for a name and a password by HTTP, which are not given here",
    "Open another address, or tell the person.",
  ],
  [/BLOCKED_BY_CLIENT/, "it may not be opened", "Open another address."],
  [/BLOCKED_BY_RESPONSE/, "its server forbids that it is shown there", "Open its address by itself."],
  [
    /INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NETWORK/,
    "the network does not lead there",
    "Try again later.",
  ],
  [
    /INVALID_URL|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_PORT/,
    "it is no address that can be opened",
    "Give an http or https address.",
  ],
  [/ABORTED/, "its server gave no page for it", "Look at what is open with browser_snapshot."],
];

/** @param failure As Chromium says it, such as `net::ERR_NAME_NOT_RESOLVED`. */
export function explainFailure(url: string, failure: string): Explanation {
  const code = /ERR_[A-Z0-9_]+/.exec(failure)?.[0] ?? failure;
  const [, why, hint] = failures.find(([pattern]) => pattern.test(code)) ?? [
    undefined,
    "the browser could not load it",
    "Try again once, or open another address.",
  ];
  return { message: `${shortAddress(url)} was not opened: ${why} (${code}).`, hint };
}

/** An address in a sentence. */
function shortAddress(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url;
}
