import type { ChildRun, ChildTasks } from "@hermes/agent-loop/delegate";
import type { Lazy } from "../lazy.ts";

/** The children of all sessions that a runtime has open. */
export class OpenChildren {
  /** Those that run, by their ids. */
  readonly live: Map<string, ChildRun | undefined> = new Map<string, ChildRun | undefined>();
  readonly #ofSessions = new Map<string, Lazy<ChildTasks>>();

  add(sessionId: string, children: Lazy<ChildTasks>): void {
    this.#ofSessions.set(sessionId, children);
  }

  async of(sessionId: string): Promise<ChildTasks | undefined> {
    return await this.#ofSessions.get(sessionId)?.();
  }

  /** Interrupts those of a session. */
  async close(sessionId: string): Promise<void> {
    const made = this.#ofSessions.get(sessionId)?.made;
    await (await made?.catch(() => undefined))?.close();
    this.#ofSessions.delete(sessionId);
  }
}
