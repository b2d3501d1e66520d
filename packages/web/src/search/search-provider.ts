import type { SearchHttp } from "./search-http.ts";

/** A hit as its provider words it: nothing of it is checked yet. */
export interface SearchHit {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

export interface SearchRequest {
  /** From 1 to what the provider gives at most. */
  readonly limit: number;
  /** Without a slash at its end; empty for one with a `place`. */
  readonly address: string;
  /** Undefined: it is asked without one. */
  readonly key: string | undefined;
  /** Requests to this provider, bounded in time and bytes. */
  readonly http: SearchHttp;
  /** For one that is asked in another way. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Where a search may be sent. */
export interface SearchProvider {
  /** As settings name it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Variables with its key, any one of them; the first that is set counts. Empty: it takes no key. */
  readonly keys: readonly string[];
  /** The variable with the address of a server of one's own, which does not need a key. */
  readonly addressVariable?: string | undefined;
  /** Undefined: it has none but the one that is given. */
  readonly address?: string | undefined;
  /** Of one that is asked in another way than at an address: what stands for the host, such as `plug-in NAME`. */
  readonly place?: string | undefined;
  /** Results that one request gives. */
  readonly maxResults: number;
  /** What to do when it answers 401, 403 or 422. @default to look at the key */
  readonly refusalHint?: string | undefined;
  /**
   * Asks once. Hits may be odd: who calls it checks them.
   *
   * @throws {HermesError} the codes of `SearchProblem`
   */
  search(query: string, request: SearchRequest): Promise<readonly SearchHit[]>;
}
