/**
 * What kind of value JSON is, as lines: keys in the order of the alphabet, `?` behind those that only some elements of a list
 * have, and every kind that was met. The value itself doesn't count.
 *
 * @param records Keys of objects that hold data by name, such as `byTool`: their keys are no face.
 */
export function jsonShape(
  values: readonly unknown[],
  records: ReadonlySet<string> = new Set(),
): readonly string[] {
  return lines(values, "", records);
}

function lines(values: readonly unknown[], indent: string, records: ReadonlySet<string>): readonly string[] {
  const objects = values.filter(isObject);
  const keys = [...new Set(objects.flatMap((each) => Object.keys(each)))].sort();
  return keys.flatMap((key) => {
    const held = objects.filter((each) => Object.hasOwn(each, key)).map((each) => each[key]);
    const mark = held.length < objects.length ? "?" : "";
    const elements = held.flatMap((each) => (Array.isArray(each) ? each : []));
    const inner = records.has(key)
      ? held.filter(isObject).flatMap((each) => Object.values(each))
      : [...held, ...elements];
    return [
      `${indent}${key}${mark}: ${kindsOf(held, records.has(key))}`,
      ...lines(inner, `${indent}  `, records),
    ];
  });
}

/** Every kind among the values, such as `null | string`. */
export function kindsOf(values: readonly unknown[], isRecord = false): string {
  const kinds = new Set(values.map((each) => kindOf(each, isRecord)));
  // An empty list says nothing of what it holds, where another does.
  if ([...kinds].some((kind) => kind.length > 2 && kind.startsWith("["))) kinds.delete("[]");
  return [...kinds].sort().join(" | ");
}

function kindOf(value: unknown, isRecord: boolean): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${kindsOf(value)}]`;
  if (typeof value === "object" && isRecord) return `{[name]: ${kindsOf(Object.values(value))}}`;
  return typeof value === "object" ? "{}" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
