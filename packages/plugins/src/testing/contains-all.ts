/** Whether a value has all that is expected: of an object its fields, of a list all its items, of texts and numbers the same. */
export function containsAll(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => containsAll(value[index], item))
    );
  if (!isObject(expected)) return Object.is(value, expected);
  return isObject(value) && Object.entries(expected).every(([key, item]) => containsAll(value[key], item));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
