import type { Database } from "./database/driver.ts";

/** Prompts and tool definitions: long texts that repeat from session to session, each stored once. */
export interface Texts {
  /** Works inside the caller's transaction. @returns The key of the text. */
  keep(body: string): number;
}

export function createTexts(database: Database): Texts {
  const find = database
    .prepare<[number, string], number>("SELECT key FROM texts WHERE hash = ? AND body = ?")
    .pluck();
  const insert = database.prepare<[number, string]>("INSERT INTO texts (hash, body) VALUES (?, ?)");
  return {
    keep(body) {
      const hash = hashOf(body);
      return find.get(hash, body) ?? Number(insert.run(hash, body).lastInsertRowid);
    },
  };
}

/**
 * FNV-1a. It only narrows the search, the text itself is compared too; loading a cryptographic hash takes longer than
 * opening the store.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}
