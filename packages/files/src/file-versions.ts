/** Counts the writes of each file, so that of two writers who read the same text the second one learns of the first. */
export class FileVersions {
  readonly #writes = new Map<string, number>();

  of(absolute: string): number {
    return this.#writes.get(absolute) ?? 0;
  }

  /**
   * Takes the file for a write: whoever read it before that is refused from here on.
   *
   * @param version As it was before the text was read that the write goes by.
   * @returns false when somebody has taken it since.
   */
  claim(absolute: string, version: number): boolean {
    if (this.of(absolute) !== version) return false;
    this.#writes.set(absolute, version + 1);
    return true;
  }
}
