/** In a change what is absent stays, and `null` takes it away. */
export function changed<Value>(
  asked: Value | null | undefined,
  before: Value | undefined,
): Value | undefined {
  return asked === undefined ? before : (asked ?? undefined);
}
