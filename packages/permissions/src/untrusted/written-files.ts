import type { Provenance } from "@hermes/registry";

/**
 * Remembers which files came from elsewhere, or were written while text from elsewhere was read: their sources come back with
 * them, in another session and another process, too, as long as they hold what they held.
 */
export interface WrittenFiles {
  /** Whether nothing is remembered: then nobody needs to look further. */
  isEmpty(): boolean | Promise<boolean>;
  /**
   * Untrusted sources of what is at a path, or of a folder that it lies in.
   *
   * @param path Absolute, links followed.
   * @param options `below`: of everything in the folder as well.
   */
  sourcesAt(
    path: string,
    options?: { readonly below?: boolean | undefined },
  ): readonly Provenance[] | Promise<readonly Provenance[]>;
  /** Notes paths that are about to be written, or were: files, and folders with all that is in them. */
  note(paths: readonly string[], sources: readonly Provenance[]): void | Promise<void>;
}
