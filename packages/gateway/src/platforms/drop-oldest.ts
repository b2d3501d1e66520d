/** Keeps a table at no more than `max` entries. Both kinds keep the order in which keys came in. */
export function dropOldest(table: Map<unknown, unknown> | Set<unknown>, max: number): void {
  for (const key of table.keys()) {
    if (table.size <= max) return;
    table.delete(key);
  }
}

/** Sets an entry as the newest one, also where it was there before. */
export function setNewest<Key, Value>(table: Map<Key, Value>, key: Key, value: Value, max: number): void {
  table.delete(key);
  table.set(key, value);
  dropOldest(table, max);
}
