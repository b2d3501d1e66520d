/** Which session's rights hold for which: a child has those of the session at the root of its tree. */
export class SessionTrees {
  readonly #parents = new Map<string, string>();

  inherit(sessionId: string, parentId: string): void {
    this.#parents.set(sessionId, parentId);
  }

  /** The session itself where it works for no other one. */
  rootOf(sessionId: string): string {
    const seen = new Set<string>();
    let root = sessionId;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && !seen.has(parent);
      parent = this.#parents.get(root)
    ) {
      seen.add(root);
      root = parent;
    }
    return root;
  }

  /** @returns whether the session worked for another one. */
  forget(sessionId: string): boolean {
    return this.#parents.delete(sessionId);
  }
}
