import type { Connection } from "../database/connect.ts";
import { isBusy, isUnwritable } from "../database/is-damage.ts";
import type { KnownIndexHealth } from "./index-health.ts";
import type { IndexStatements } from "./index-statements.ts";
import { indexedText } from "./indexed-text.ts";
import type { MessageFacts } from "./message-facts.ts";

/** An entry of its own for each message would take half the time of storing it. */
const messagesAtOnce = 64;
/** What waits must take few milliseconds to add: so many characters of this process, however many the messages. */
const maxWaitingChars = 32_000;

/** Keeps the index up with what is written and taken out. */
export interface IndexEntries {
  /** Adds a message, at once or with the next ones. Works inside the caller's transaction, which must run in `guard`. */
  add(id: number, text: string): void;
  /** Adds what was written last, unless somebody else writes just now. */
  catchUp(): void;
  /** Takes out a message, given its text. Works inside the caller's transaction, which must run in `guard`. */
  remove(id: number, text: string): void;
  /** To be called after the newest messages are gone: the next ones get their ids again. Works inside the caller's transaction. */
  lower(): void;
}

export function createIndexEntries(
  { database, readOnly }: Connection,
  {
    statements,
    facts,
    health,
  }: {
    readonly statements: () => IndexStatements;
    readonly facts: MessageFacts;
    readonly health: KnownIndexHealth;
  },
): IndexEntries {
  let waitingChars = 0;

  function addWaiting(): void {
    waitingChars = 0;
    const from = health.usable()?.indexed_to;
    if (from === undefined) return;
    const { waiting, insert, advanceTo } = statements();
    for (const { id, text } of waiting.all(from)) insert.run(id, indexedText(text));
    facts.addAfter(from);
    advanceTo.run();
    facts.advance(1);
  }

  const addWaitingAlone = database.transaction(addWaiting).immediate;

  return {
    add(id, text) {
      // In the same transaction as the message, so that it is never forgotten that the index lacks it.
      if (health.skipping) statements().markDamaged.run();
      else if (id % messagesAtOnce === 0 || (waitingChars += text.length) > maxWaitingChars) addWaiting();
    },
    catchUp() {
      if (readOnly || health.skipping || (statements().lastId.get() ?? 0) <= health.indexedTo()) return;
      const busyTimeoutMs = Number(database.pragma("busy_timeout", { simple: true }));
      // A search waits for nobody.
      database.pragma("busy_timeout = 0");
      try {
        health.guard(addWaitingAlone);
      } catch (error) {
        // What is not in the index is looked through without it.
        if (!isBusy(error) && !isUnwritable(error)) throw error;
      } finally {
        database.pragma(`busy_timeout = ${busyTimeoutMs}`);
      }
    },
    remove(id, text) {
      if (health.skipping) return void statements().markDamaged.run();
      facts.remove(id);
      if (id > health.pendingTo() && id <= health.indexedTo()) statements().remove.run(id, indexedText(text));
    },
    lower() {
      statements().lower.run();
      facts.lower();
    },
  };
}
