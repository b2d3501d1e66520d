import type { Mode } from "./mode.ts";
import type { SessionTrees } from "./session-trees.ts";

/** The mode of each session: its tree's own, else that of the guard. */
export class SessionModes {
  readonly #own = new Map<string, Mode>();
  readonly #trees: SessionTrees;
  #mode: Mode;

  constructor(mode: Mode, trees: SessionTrees) {
    this.#mode = mode;
    this.#trees = trees;
  }

  of(sessionId: string | undefined): Mode {
    const own = sessionId === undefined ? undefined : this.#own.get(this.#trees.rootOf(sessionId));
    return own ?? this.#mode;
  }

  /** @param sessionId Undefined: of the guard. */
  set(mode: Mode, sessionId: string | undefined): void {
    if (sessionId === undefined) this.#mode = mode;
    else this.#own.set(this.#trees.rootOf(sessionId), mode);
  }

  forget(sessionId: string): void {
    this.#own.delete(sessionId);
  }
}
