import type { Database } from "../database/driver.ts";
import { isDamage } from "../database/is-damage.ts";
import type { IndexStatements, TextRow } from "./index-statements.ts";
import { clearIndexTable, forgetIndexTable } from "./index-table.ts";
import { indexedText } from "./indexed-text.ts";
import type { MessageFacts } from "./message-facts.ts";

/** Characters in one step. The index takes about ten million a second. */
const maxStepChars = 300_000;
const maxStepMessages = 500;

/** Blocks of messages whose times are noted in one step; each is some hundred kilobytes to read. */
const blocksAtOnce = 16;

/** Empties the index and fills it from the messages, step by step. */
export interface IndexBuilder {
  /** Throws the index away and begins anew; `step` fills it. */
  reset(): void;
  /**
   * Adds the newest of the missing messages, as many as take some ten milliseconds; then notes when messages were said.
   *
   * @returns Whether there are more.
   */
  step(): boolean;
}

export function createIndexBuilder(
  database: Database,
  {
    statements,
    facts,
    onReset,
  }: {
    readonly statements: () => IndexStatements;
    readonly facts: MessageFacts;
    readonly onReset: () => void;
  },
): IndexBuilder {
  const resetBy = database.transaction((empty: (database: Database) => void) => {
    empty(database);
    statements().reset.run();
    onReset();
  }).immediate;

  function reset(): void {
    try {
      resetBy(clearIndexTable);
    } catch (error) {
      if (!isDamage(error)) throw error;
      resetBy(forgetIndexTable);
    }
  }

  const step = database.transaction((): boolean => {
    const { state, missing, insert, advance } = statements();
    const pending = state.get()?.pending_to ?? 0;
    if (pending === 0) {
      facts.advance(blocksAtOnce);
      return facts.isBehind();
    }
    const rows = takeStep(missing.iterate(pending, maxStepMessages));
    for (const { id, text } of rows.toReversed()) insert.run(id, indexedText(text));
    const lowest = rows.at(-1)?.id ?? 1;
    advance.run(lowest - 1);
    return lowest > 1 || facts.isBehind();
  }).immediate;

  return { reset, step };
}

function takeStep(rows: Iterable<TextRow>): readonly TextRow[] {
  const taken: TextRow[] = [];
  let chars = 0;
  for (const row of rows) {
    taken.push(row);
    chars += row.text.length;
    if (chars > maxStepChars) break;
  }
  return taken;
}
