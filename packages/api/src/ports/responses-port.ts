/** An answer of `/v1/responses` that is kept. */
export interface StoredResponse {
  readonly id: string;
  /** Whose it is: the name of the token. */
  readonly userId: string;
  readonly sessionId: string;
  /** Messages of the session up to its end. Undefined: it has not ended. */
  readonly messageCount?: number | undefined;
  /** Passed to `follow`, it gives the events from the first one. */
  readonly cursor: string;
  /** The response object as JSON, as far as it has come. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Keeps answers so that they can be asked for, and gone on from, later. */
export interface ResponsesPort {
  /** Takes the place of one with the same id. The oldest may be dropped beyond some number. */
  put(response: StoredResponse): Promise<void>;
  get(id: string): Promise<StoredResponse | undefined>;
  /** @returns false where there was none. */
  delete(id: string): Promise<boolean>;
}
