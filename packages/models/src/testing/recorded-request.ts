/** A request as it came in. */
export interface RecordedRequest {
  /** Name of the protocol that it came in. */
  readonly protocol: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes, for checks of prefixes. */
  readonly raw: Uint8Array;
  /** The same as data. */
  readonly body: { readonly [key: string]: unknown };
}
