import type { ByteSource } from "./byte-source.ts";

/** The standard `fetch`, as far as it is used. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** An address and what is sent there with every request. */
export interface PostTarget {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that depend on the body and on the time, such as a signature; asked for before every request. */
  readonly sign?: ((body: Uint8Array) => Promise<Readonly<Record<string, string>>>) | undefined;
}

export interface PostOptions {
  readonly body: Uint8Array;
  /** Ends the exchange at any point, also in the middle of the answer. */
  readonly signal: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  headers(): Headers;
  /** The body as it comes. */
  readonly source: ByteSource;
  /** The whole body, for failures; stands for `source`. */
  text(): Promise<string>;
}

/** Sends bytes and gives the answer as soon as its head is there. Follows no redirect: a key must not leave its host. */
export type Post = (options: PostOptions) => Promise<PostAnswer>;
