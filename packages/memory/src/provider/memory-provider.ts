import type { Tool } from "@hermes/registry";

/** The session that a memory is used in. */
export interface ProviderSession {
  readonly sessionId: string;
  /** Home of Hermes, for a memory that keeps files. */
  readonly home: string;
  /** `cli`, `telegram`, … */
  readonly platform: string;
  /** The person, where the platform tells. */
  readonly userId?: string | undefined;
  /** Aborted when the session is over, whatever is still under way. */
  readonly signal: AbortSignal;
}

/** A turn that a person began. Both are without secrets. */
export interface ProviderTurn {
  /** The person's own words. */
  readonly text: string;
  /** What was answered; may be empty. */
  readonly answer: string;
}

export interface ProviderMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
}

export interface ProviderOptions {
  /** Aborted when nobody waits any more. Whoever goes on after that is not heard. */
  readonly signal: AbortSignal;
}

/**
 * An external memory. It may be slow, fail and answer anything: `attachMemory` keeps that from the session. Calls may
 * come side by side, `sync` one after another.
 */
export interface MemoryProvider {
  /** For people: `honcho`. */
  readonly name: string;
  /** Whether it can be reached with the key that it has. Called without a session, changes nothing there, rejects with the reason. */
  check(options: ProviderOptions): Promise<void>;
  /** Called before anything else in a session; again by the next call, when it failed. */
  start(session: ProviderSession): Promise<void>;
  /** What every request of the session begins with; empty: nothing. Asked at its start and after a compression. */
  promptBlock(options: ProviderOptions): Promise<string>;
  /** What is known about the words that begin a turn; empty: nothing. */
  prefetch(query: string, options: ProviderOptions): Promise<string>;
  /** Told of each turn. One that was not taken is offered again, so it may come twice. */
  sync(turn: ProviderTurn, options: ProviderOptions): Promise<void>;
  /** What a summary of these messages must keep; empty: nothing special. */
  beforeCompression(messages: readonly ProviderMessage[], options: ProviderOptions): Promise<string>;
  /** Tools for the model, the same ones whenever it is asked. */
  tools(): readonly Tool[];
  /** The session is over. */
  stop(options: ProviderOptions): Promise<void>;
}
