import type { FileBackend } from "../file-backend.ts";

/** Where a search looks. */
export interface SearchScope {
  readonly backend: FileBackend;
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Folder, absolute. */
  readonly root: string;
}

/** Which lines of a file to read out: matches number `skip + 1` to `skip + take`. */
export interface MatchRequest {
  readonly path: string;
  readonly skip: number;
  readonly take: number;
}

export interface LineMatch {
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface FileMatches {
  readonly count: number;
  /** Without the lines around. Undefined where there are too many to be kept: `readMatches` gives a page of them. */
  readonly lines: readonly LineMatch[] | undefined;
}

/**
 * A way to search. Paths are relative to the root, with `/`. Hidden files, what `.gitignore` files below the root
 * exclude, symbolic links, binary files and files beyond 32 MB are passed over.
 *
 * Every method throws a `HermesError` with code `SEARCH_FAILED` when the pattern is no regular expression or the
 * search takes too long.
 */
export interface SearchEngine {
  files(scope: SearchScope): Promise<readonly string[]>;
  /** The matching lines of each file that has any. */
  findMatches(
    scope: SearchScope,
    query: { readonly pattern: string; readonly accept: Promise<(path: string) => boolean> },
  ): Promise<ReadonlyMap<string, FileMatches>>;
  readMatches(
    scope: SearchScope,
    query: { readonly pattern: string; readonly requests: readonly MatchRequest[]; readonly context: number },
  ): Promise<ReadonlyMap<string, readonly LineMatch[]>>;
}

export const searchTimeoutMs: number = 60_000;
/** Larger files are not searched. */
export const maxSearchedBytes: number = 32 * 1024 * 1024;
