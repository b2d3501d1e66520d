import { carryChoices } from "./carry-choices.ts";
import { interruptsChildren, noSession } from "./controller-errors.ts";
import type { ControlledSession, SessionChoice } from "./controlled-session.ts";
import type { ControllerEvent } from "./controller-event.ts";
import type { ControllerPorts } from "./controller-ports.ts";
import type { Interrupts } from "./interrupts.ts";
import type { SessionSwitch } from "./slash-command.ts";

export interface CurrentSessionOptions<Session extends ControlledSession> {
  readonly openSession: (choice: SessionChoice) => Promise<Session>;
  readonly ports: ControllerPorts;
  readonly interrupts: Interrupts;
}

/** The session that a controller stands in: it is opened, named, exchanged for another one, and closed. */
export class CurrentSession<Session extends ControlledSession> {
  readonly #options: CurrentSessionOptions<Session>;
  #session: Session | undefined;
  /** Of a session of which nothing is kept yet. */
  #title: string | undefined;

  constructor(options: CurrentSessionOptions<Session>) {
    this.#options = options;
  }

  /** Undefined before `open` and after `close`. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** @throws {HermesError} `CONTROLLER_NO_SESSION`. */
  get opened(): Session {
    if (this.#session !== undefined) return this.#session;
    throw noSession();
  }

  /** @throws what opening the session throws. */
  async open(choice: SessionChoice): Promise<Session> {
    this.#session = await this.#options.openSession(choice);
    return this.#session;
  }

  /** Puts another session in its place. Where that can't be opened, this one stays; but for a new one, for which it is closed first. */
  async *switchTo({ open, title }: SessionSwitch): AsyncGenerator<ControllerEvent<Session>, undefined> {
    const before = this.opened;
    if (open.resume === undefined) {
      // What is remembered of this session is part of the next one's prompt.
      yield* this.close();
      await this.open(open);
    } else {
      const next = await this.#options.openSession(open);
      const goesOn = open.branch !== undefined && open.branch !== false;
      this.#session = next;
      this.#title = undefined;
      if (goesOn) {
        await carryChoices(this.#options.ports, { from: before.id, to: next.id });
        await before[Symbol.asyncDispose]();
      } else yield* this.#closing(before);
    }
    yield { type: "session-start", session: this.opened };
    if (title !== undefined) await this.setTitle(title);
    return undefined;
  }

  /** Names it; one that nothing was said in yet with `keepTitle`. @returns false where no sessions are kept. */
  async setTitle(title: string): Promise<boolean> {
    const { sessions } = this.#options.ports;
    if (sessions === undefined) return false;
    this.#title = (await sessions.setTitle(this.opened.id, title)) ? undefined : title;
    return true;
  }

  /** To be called once something was said. */
  async keepTitle(): Promise<void> {
    if (this.#title !== undefined) await this.setTitle(this.#title);
  }

  /** Closes it, after the model has saved what is worth remembering, unless somebody is in a hurry. */
  async *close(): AsyncGenerator<ControllerEvent<Session>, undefined> {
    const session = this.#session;
    this.#session = undefined;
    this.#title = undefined;
    if (session !== undefined) yield* this.#closing(session);
    return undefined;
  }

  /** Closes it without asking the model anything. */
  async dispose(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.[Symbol.asyncDispose]();
  }

  async *#closing(session: Session): AsyncGenerator<ControllerEvent<Session>, undefined> {
    const { interrupts } = this.#options;
    try {
      const running = session.children?.running.length ?? 0;
      if (running > 0) yield interruptsChildren(running);
      if (session.saveFacts !== undefined && !interrupts.ending) {
        yield { type: "saving-facts" };
        const entries = await interrupts.run((signal) => session.saveFacts?.({ signal }));
        yield { type: "facts-saved", entries: entries ?? [] };
      }
    } finally {
      await session[Symbol.asyncDispose]();
    }
    return undefined;
  }
}
