/** Makes a thing when it is first asked for: a statement on a table that an old store, opened for reading only, does not have. */
export function lazy<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
