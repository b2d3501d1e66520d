/** A value that is made when it is first asked for. A failed attempt is forgotten, so that the next one tries again. */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** What was made or is being made; undefined when nobody asked yet. */
  readonly made: Promise<Value> | undefined;
}

export function lazy<Value>(make: () => Promise<Value>): Lazy<Value> {
  let made: Promise<Value> | undefined;
  const get = (): Promise<Value> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.defineProperty(get, "made", { get: () => made }) as Lazy<Value>; // `made` was just defined
}
