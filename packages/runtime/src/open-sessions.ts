import { HermesError } from "@hermes/registry";
import type { ChildParts, OpenedSession } from "./runtime-parts.ts";
import type { OpenSession } from "./session/opened-session.ts";

/** The sessions that a runtime has open, and which of them work for which. */
export class OpenSessions {
  readonly #opened = new Map<string, OpenedSession>();
  readonly #children = new Map<string, Set<OpenSession>>();
  readonly all: Set<OpenSession> = new Set<OpenSession>();

  /** @throws {HermesError} `RUNTIME_NO_PARENT` when it is not open here. */
  get(sessionId: string): OpenedSession {
    const opened = this.#opened.get(sessionId);
    if (opened !== undefined) return opened;
    throw new HermesError(`The session "${sessionId}" is not open here, so that nothing can work for it.`, {
      code: "RUNTIME_NO_PARENT",
      hint: "Open it first, with `resume`.",
    });
  }

  find(sessionId: string): OpenedSession | undefined {
    return this.#opened.get(sessionId);
  }

  /**
   * @param make Opens it; what it is given is to be awaited before anything of the session is released: children go before their
   * parent, whose rights they have.
   */
  async open(
    make: (onClose: () => Promise<void>) => Promise<OpenedSession>,
    child?: ChildParts,
  ): Promise<OpenSession> {
    const opened = await make(async () => {
      this.all.delete(session);
      const children = [...(this.#children.get(session.id) ?? [])];
      await Promise.all(children.map((each) => each[Symbol.asyncDispose]()));
      this.#children.delete(session.id);
      if (this.#opened.get(session.id) === opened) this.#opened.delete(session.id);
      if (child !== undefined) this.#children.get(child.parent.sessionId)?.delete(session);
    });
    const { session } = opened;
    this.all.add(session);
    this.#opened.set(session.id, opened);
    if (child !== undefined) {
      const { sessionId } = child.parent;
      this.#children.set(sessionId, (this.#children.get(sessionId) ?? new Set()).add(session));
    }
    return session;
  }
}
